import { execFileSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { randomFrom } from '../../server/features/payments/sample.ts';
import { signIn } from '../signed-in.ts';
import { expectSound } from './invariants.ts';
import { AT_LENGTH, SEED } from './length.ts';
import { openLoad } from './load.ts';
import { makePlace } from './places.ts';
import { type Server, startServer } from './server.ts';

const CUTS = AT_LENGTH ? 60 : 2;
const LONGEST_MS = AT_LENGTH ? 3_000 : 900;
const DISK_BYTES = 256 * 1024 ** 2;

/**
 * Becomes the command after it, with a disk of its own: ext4 in a file, which writes nothing by itself
 * within five minutes, and guesses at nothing that should have been synced. A disk that is still being let go of cannot be had twice.
 */
const onOwnDisk = (image: string, folder: string) => [
	...['unshare', '--mount', '/bin/sh', '-c'],
	`while [ -n "$(losetup -j "$0")" ]; do sleep 0.05; done
	mount -t ext4 -o loop,commit=300,noauto_da_alloc "$0" "$1" && shift && exec "$@"`,
	...[image, folder],
];

/**
 * Cuts the power of the file system of a file: what was not synced is gone, also from the memory of the
 * operating system. FS_IOC_SHUTDOWN with "no log flush", as xfstests has it (its src/godown.c).
 */
const cutPower = (file: string) =>
	execFileSync('perl', [
		'-e',
		'open(F, "<", shift) or die $!; $how = pack("L", 2); ioctl(F, 0x8004587d, $how) or die $!;',
		file,
	]);

const makeDisk = async (image: string) => {
	writeFileSync(image, '');
	await truncate(image, DISK_BYTES);
	execFileSync('mkfs.ext4', ['-q', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image]);
};

const mayCut = async () => {
	const place = await makePlace('sqlite');
	const [image, folder] = [join(place.dataDir, 'disk'), join(place.dataDir, 'data')];
	try {
		await mkdir(folder);
		await makeDisk(image);
		const [program = '', ...args] = onOwnDisk(image, folder);
		execFileSync(program, [...args, 'perl', '-e', '1'], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	} finally {
		await place.remove();
	}
};

it.skipIf(!(await mayCut()))(
	`a power cut loses nothing that was acknowledged (seed ${SEED}; needs the right to mount, ext4 and perl)`,
	{ timeout: AT_LENGTH ? 1_800_000 : 300_000 },
	async () => {
		const [place, copy] = [await makePlace('sqlite'), await makePlace('sqlite')];
		const [image, data] = [join(place.dataDir, 'disk'), join(place.dataDir, 'data')];
		await mkdir(data);
		await makeDisk(image);
		const random = randomFrom(SEED);
		const start = () => startServer(data, { LOG_LEVEL: 'silent' }, onOwnDisk(image, data));
		// The disk is only there in the server's own view of the file system.
		const inside = (server: Server) => join(`/proc/${server.pid}/root`, data);
		let server = await start();
		try {
			const load = openLoad(SEED, await signIn(server.url));
			for (let cut = 1; cut <= CUTS; cut++) {
				const running = load.run(server.url, new AbortController().signal);
				await sleep(100 + random(LONGEST_MS));
				// However slow the machine is: there must have been something to lose.
				if (cut === CUTS) await expect.poll(load.acknowledged).toBeGreaterThan(CUTS * 10);
				const unsynced = `unsynced-${cut}`;
				writeFileSync(join(inside(server), unsynced), 'of nobody');
				// Without power nothing goes on thinking, or answers what it made of the errors.
				process.kill(server.pid, 'SIGSTOP');
				cutPower(join(inside(server), unsynced));
				await server.kill();
				await running;
				server = await start();
				const after = join(inside(server), unsynced);
				expect(existsSync(after) ? statSync(after).size : 0, 'what nobody synced').toBe(0);
				expect(await load.settle(server.url), `after cut ${cut}`).toEqual([]);
			}
			expect(await load.audit(server.url)).toEqual([]);
			// It clears temporary files away, also while they are copied.
			process.kill(server.pid, 'SIGSTOP');
			await cp(inside(server), copy.dataDir, { recursive: true });
			await server.kill();
			await expectSound(copy);
		} finally {
			await server.kill();
			await place.remove();
			await copy.remove();
		}
	},
);
