import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, truncateSync, writeSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildConfirmation } from '../../tools/daraja-simulator/wire.ts';
import { signIn } from '../e2e/people.ts';
import { type Server, startServer } from '../process.ts';
import { attempt, read, send } from './calls.ts';
import { SEED } from './length.ts';
import { openLoad } from './load.ts';
import { expectSound, HOOK_TOKEN, makePlace, type Place } from './places.ts';

/** Returns a command that mounts a small disk at a folder and becomes the command that follows it. */
const onSmallDisk = (folder: string) => [
	...['unshare', '--mount', '/bin/sh', '-c'],
	'mount -t tmpfs -o size=24m none "$0" && exec "$@"',
	folder,
];

const canMount = () => {
	try {
		const [program = '', ...args] = onSmallDisk('/mnt');
		execFileSync(program, [...args, 'true'], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
};

/** Writes a file until the disk is full; returns its size in bytes. */
const fillDisk = (file: string) => {
	const descriptor = openSync(file, 'w');
	let size = 0;
	for (const bytes of [1024 * 1024, 4096])
		try {
			for (;;) size += writeSync(descriptor, Buffer.alloc(bytes));
		} catch (error) {
			expect(error).toMatchObject({ code: 'ENOSPC' });
		}
	closeSync(descriptor);
	return size;
};

const PAGE = 4_096;
/** The pages that are freed one by one: some deliveries then fit and some do not. */
const STEPS = 60;

describe.skipIf(!canMount())(`a full disk (seed ${SEED}; needs the right to mount)`, () => {
	let place: Place;
	let server: Server;
	/** The disk as the server sees it: it is mounted only in the server's view of the file system. */
	let disk: string;
	let filler: string;
	let headers: Record<string, string>;
	beforeEach(async () => {
		place = await makePlace('sqlite');
		const data = join(place.dataDir, 'data');
		await mkdir(data);
		const settings = { ...place.settings, DATA_DIR: data, LOG_LEVEL: 'silent' };
		server = await startServer(settings, { through: onSmallDisk(data) });
		disk = join(`/proc/${server.pid}/root`, data);
		filler = join(disk, 'full');
		headers = await signIn(server.url);
	});
	afterEach(async () => {
		await server.kill();
		await place.remove();
	});

	it('loses nothing acknowledged, and works again without a restart', async () => {
		const load = openLoad(SEED, headers);
		const ending = new AbortController();
		const running = load.run(server.url, ending.signal, true);
		for (let round = 0; round < 2; round++) {
			await expect.poll(load.acknowledged).toBeGreaterThan(20);
			fillDisk(filler);
			expect(statfsSync(disk).bavail).toBe(0);
			const failures = () => load.failures.get(507) ?? 0;
			const before = failures();
			await expect.poll(failures).toBeGreaterThan(before + 10);
			// Reads work on a full disk.
			const answer = await read(`${server.url}/api/courses`, headers);
			expect(answer).toMatchObject({ known: true, status: 200 });
			rmSync(filler);
			const done = load.acknowledged();
			await expect.poll(load.acknowledged).toBeGreaterThan(done + 20);
		}
		ending.abort();
		await running;
		expect(server.isRunning()).toBe(true);
		expect(new Set([507, 503, ...load.failures.keys()])).toEqual(new Set([507, 503]));
		expect(await load.audit(server.url)).toEqual([]);
		await sleep(200);
		// The server deletes temporary files, which would disturb the copy.
		process.kill(server.pid, 'SIGSTOP');
		const copy = await makePlace('sqlite');
		await cp(disk, copy.dataDir, { recursive: true });
		await expectSound(copy).finally(copy.remove);
	});

	it('acknowledges a delivery if and only if it is applied', async () => {
		const statuses = new Map<string, number | undefined>();
		const deliver = async (receipt: string, bytes: number) => {
			const fields = { receipt, amount: 700, at: Date.now(), phone: '254712345678' };
			const sent = { ...buildConfirmation({ ...fields, reference: 'KNEC' }), x: 'x'.repeat(bytes) };
			const url = `${server.url}/api/hooks/${HOOK_TOKEN}/c2b`;
			statuses.set(receipt, (await attempt(url, send('POST', sent, {}))).status);
		};
		let size = fillDisk(filler);
		expect(statfsSync(disk).bavail).toBe(0);
		for (let step = 0; step < STEPS; step++) {
			size -= PAGE;
			truncateSync(filler, size);
			await Promise.all(
				[0, 100, 20_000].map((bytes, n) =>
					deliver(`FULL${String(step).padStart(4, '0')}${n}`, bytes),
				),
			);
		}
		rmSync(filler);
		await deliver('FULLFREE01', 0);
		expect(statuses.get('FULLFREE01')).toBe(200);
		expect(new Set(statuses.values()), 'some fit, and some do not').toEqual(new Set([200, 507]));
		const acknowledged = [...statuses].filter(([, status]) => status === 200);
		const listApplied = async () => {
			const answer = await read(`${server.url}/api/transactions/export.csv`, headers);
			const lines = answer.known ? String(answer.body).split('\r\n').slice(1, -1) : [];
			return lines.map((line) => line.split(',')[1]).toSorted();
		};
		await expect.poll(listApplied).toEqual(acknowledged.map(([receipt]) => receipt).toSorted());
	});
});
