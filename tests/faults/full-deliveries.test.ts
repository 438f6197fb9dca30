import { rmSync, statfsSync, truncateSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { confirmationOf } from '../../tools/daraja-simulator/wire.ts';
import { signIn } from '../signed-in.ts';
import { attempt, read, send } from './calls.ts';
import { fill, mayMount, onSmallDisk } from './full-disk.ts';
import { makePlace } from './places.ts';
import { HOOK_TOKEN, startServer } from './server.ts';

const PAGE = 4_096;
/** So many pages are given back, one by one: some of what comes meanwhile fits and some does not. */
const STEPS = 60;

it.skipIf(!mayMount())(
	'a delivery on a full disk is acknowledged if and only if it is applied (needs the right to mount)',
	async () => {
		const place = await makePlace('sqlite');
		const data = join(place.dataDir, 'data');
		await mkdir(data);
		const server = await startServer(data, { LOG_LEVEL: 'silent' }, onSmallDisk(data));
		try {
			const inside = join(`/proc/${server.pid}/root`, data);
			const headers = await signIn(server.url);
			const filler = join(inside, 'full');
			const answers = new Map<string, number | undefined>();
			const deliver = async (receipt: string, bytes: number) => {
				const fields = { receipt, amount: 700, at: Date.now(), phone: '254712345678' };
				const sent = { ...confirmationOf({ ...fields, reference: 'KNEC' }), x: 'x'.repeat(bytes) };
				const url = `${server.url}/api/hooks/${HOOK_TOKEN}/c2b`;
				const answer = await attempt(url, send('POST', sent, {}));
				answers.set(receipt, answer.status);
			};
			let size = fill(filler);
			expect(statfsSync(inside).bavail).toBe(0);
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
			expect(answers.get('FULLFREE01')).toBe(200);
			const statuses = new Set(answers.values());
			expect(statuses, 'some fitted, and some did not').toEqual(new Set([200, 507]));
			const kept = [...answers].filter(([, status]) => status === 200).map(([receipt]) => receipt);
			const applied = async () => {
				const found = await read(`${server.url}/api/transactions/export.csv`, headers);
				const lines = found.known ? String(found.body).split('\r\n').slice(1, -1) : [];
				return lines.map((line) => line.split(',')[1]).toSorted();
			};
			// What was kept is applied soon after there is room, and nothing else is.
			await expect.poll(applied).toEqual(kept.toSorted());
		} finally {
			await server.kill();
			await place.remove();
		}
	},
);
