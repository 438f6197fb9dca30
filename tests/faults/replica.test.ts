import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY_POSITION, READ_AFTER } from '#shared/contract/read-after.ts';
import { confirmationOf } from '../../tools/daraja-simulator/wire.ts';
import { signIn } from '../signed-in.ts';
import { attempt, read, send } from './calls.ts';
import { AT_LENGTH, SEED } from './length.ts';
import { openLoad } from './load.ts';
import { type Pair, startPair } from './pair.ts';
import { HOOK_TOKEN } from './server.ts';

const RENAMES = AT_LENGTH ? 200 : 30;
const PAYMENTS = AT_LENGTH ? 2_000 : 60;
const CALLERS = AT_LENGTH ? 6 : 2;

describe(`two servers that read from a replica (seed ${SEED})`, () => {
	let pair: Pair;
	let headers: Record<string, string>;
	beforeAll(async () => {
		pair = await startPair({}, { replicated: true });
		headers = await signIn(pair.urls()[0]);
	});
	afterAll(() => pair.stop());

	const onReplica = async (text: string) => {
		const client = new pg.Client(pair.replica?.url);
		await client.connect();
		return (await client.query(text).finally(() => client.end())).rows[0];
	};
	/** How many reads the replica has answered for each of both, and whether it is read from. */
	const used = () =>
		Promise.all(
			pair.urls().map(async (url) => {
				const { body } = await attempt(`${url}/metrics`, { headers }).then((answer) =>
					answer.known ? answer : { body: '' },
				);
				const figure = (name: RegExp) => Number(name.exec(body)?.[1] ?? Number.NaN);
				return {
					reads: figure(/^ufundi_replica_reads\{outcome="answered"\} (\d+)/m),
					now: figure(/^ufundi_replica_used (\d)/m),
				};
			}),
		);
	const bothUse = (now: 0 | 1) =>
		expect.poll(async () => (await used()).map((one) => one.now)).toEqual([now, now]);

	it('show at the one what was written at the other, at once, however late the replica is', async () => {
		const [here, there] = pair.urls();
		await bothUse(1);
		const before = await used();
		const body = { name: 'First', order_num: 1, category_id: 'cat_artisan' };
		const made = await attempt(`${here}/api/courses`, send('POST', body, headers));
		expect(made).toMatchObject({ status: 201 });
		const path = `/api/courses/${made.known ? made.body.data.id : ''}`;
		/** For a third of the renames. */
		const standStill = async (n: number) => {
			if (n === Math.floor(RENAMES / 3)) await onReplica('select pg_wal_replay_pause()');
			if (n === Math.floor((2 * RENAMES) / 3)) await onReplica('select pg_wal_replay_resume()');
		};
		for (let n = 1; n <= RENAMES; n++) {
			await standStill(n);
			const [at, to] = n % 2 ? [here, there] : [there, here];
			const put = await fetch(`${at}${path}`, send('PUT', { name: `Name ${n}` }, headers));
			expect(put.status).toBe(200);
			const after = { ...headers, [READ_AFTER]: put.headers.get(READ_AFTER) ?? '' };
			expect(after[READ_AFTER]).toMatch(/^[0-9a-f]{16}$/);
			expect(await read(`${to}${path}`, after)).toMatchObject({
				body: { data: { name: `Name ${n}` } },
			});
			await read(`${to}/api/courses`, { ...headers, [READ_AFTER]: ANY_POSITION });
		}
		await attempt(`${here}${path}`, { method: 'DELETE', headers });
		for (const [at, { reads }] of (await used()).entries())
			expect(reads - (before[at]?.reads ?? 0)).toBeGreaterThan(RENAMES / 4);
	});

	it('export from it every payment that was acknowledged before', async () => {
		const [here, there] = pair.urls();
		await bothUse(1);
		const receipts: string[] = [];
		const series = `R${String(SEED % 10_000).padStart(4, '0')}`;
		for (let n = 0; n < PAYMENTS; n++) {
			// The last of them it does not have.
			if (n === PAYMENTS - 10) await onReplica('select pg_wal_replay_pause()');
			const receipt = `${series}${String(n).padStart(5, '0')}`;
			const fields = { receipt, amount: 100 + n, at: Date.now(), phone: '254712345678' };
			const delivery = send('POST', confirmationOf({ ...fields, reference: 'COPY' }), {});
			const hook = `${n % 2 ? here : there}/api/hooks/${HOOK_TOKEN}/c2b`;
			expect((await attempt(hook, delivery)).status).toBe(200);
			receipts.push(receipt);
		}
		// An acknowledged delivery is taken note of a moment later.
		const total = async () => {
			const answer = await read(`${there}/api/transactions?limit=1`, headers);
			return answer.known ? answer.body.data.total : undefined;
		};
		await expect.poll(total).toBe(PAYMENTS);
		const before = (await used())[1]?.reads ?? 0;
		const exported = async (query: string) => {
			const answer = await fetch(`${there}/api/transactions/export.csv${query}`, { headers });
			const lines = (await answer.text()).split('\r\n').slice(1, -1);
			expect(answer.headers.get('x-total-count')).toBe(String(lines.length));
			return lines.map((line) => line.split(',')[1]).sort();
		};
		expect(await exported('')).toEqual(receipts);
		expect(await exported(`?search=${series}`)).toEqual(receipts);
		await onReplica('select pg_wal_replay_resume()');
		await expect
			.poll(async () => {
				await exported('');
				return ((await used())[1]?.reads ?? 0) > before;
			})
			.toBe(true);
	});

	it('lose nothing and fail nobody when it stands still, and then when it is gone', async () => {
		const load = openLoad(SEED, headers, CALLERS);
		const ending = new AbortController();
		const running = pair.urls().map((url) => load.run(url, ending.signal));
		const statuses = new Set<number | undefined>();
		const reading = pair.urls().map(async (url) => {
			const anywhere = { ...headers, [READ_AFTER]: ANY_POSITION };
			while (!ending.signal.aborted) {
				for (const path of ['courses', 'transactions', 'statistics'])
					statuses.add((await attempt(`${url}/api/${path}`, { headers: anywhere })).status);
				await sleep(20);
			}
		});
		await bothUse(1);
		await onReplica('select pg_wal_replay_pause()');
		await bothUse(0);
		await onReplica('select pg_wal_replay_resume()');
		await bothUse(1);
		await pair.replica?.stop();
		await bothUse(0);
		await sleep(1_000);
		ending.abort();
		await Promise.all([...running, ...reading]);
		expect([...load.failures]).toEqual([]);
		expect([...statuses]).toEqual([200]);
		expect(await load.audit(pair.urls()[1])).toEqual([]);
		await pair.expectSound();
	});
});
