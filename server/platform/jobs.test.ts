import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { onEveryEngine } from '../testing/app.ts';
import { claim, endLease, type Job, renew, renewOrClaim, startJobs } from './jobs.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-20T09:00:00Z');

onEveryEngine('a job', (site) => {
	const row = (name: string) =>
		site()
			.database.read.selectFrom('jobs')
			.selectAll()
			.where('name', '=', name)
			.executeTakeFirstOrThrow();

	const lease = (name: string, holder: string) => ({ name, holder, leaseMs: MINUTE });

	it('is claimed by one of twenty servers that ask at once', async () => {
		const claims = Array.from({ length: 20 }, (_, n) =>
			claim(site().database, lease('one of many', `server ${n}`), 0, NOW),
		);
		expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
	});

	it('passes to another server when its lease expires, and not before', async () => {
		const { database } = site();
		expect(await claim(database, lease('silent', 'a'), 0, NOW)).toBe(true);
		expect(await claim(database, lease('silent', 'b'), 0, NOW + MINUTE - 1)).toBe(false);
		expect(await renew(database, lease('silent', 'a'), NOW + MINUTE - 1)).toBe(true);
		expect(await claim(database, lease('silent', 'b'), 0, NOW + MINUTE)).toBe(false);
		expect(await claim(database, lease('silent', 'b'), 0, NOW + 3 * MINUTE)).toBe(true);
		expect(await renew(database, lease('silent', 'a'), NOW + 3 * MINUTE)).toBe(false);
		const late = { failed: false, note: 'too late' };
		await endLease(database, lease('silent', 'a'), late, NOW + 3 * MINUTE);
		expect(await row('silent')).toMatchObject({ holder: 'b', note: null });
	});

	it('that runs as long as its server passes on when the server ends', async () => {
		const { database } = site();
		expect(await renewOrClaim(database, lease('for life', 'a'), NOW)).toBe(true);
		expect(await renewOrClaim(database, lease('for life', 'b'), NOW)).toBe(false);
		expect(await renewOrClaim(database, lease('for life', 'a'), NOW + MINUTE / 2)).toBe(true);
		expect(await renewOrClaim(database, lease('for life', 'b'), NOW + MINUTE)).toBe(false);
		const done = { failed: false, note: 'handed over' };
		await endLease(database, lease('for life', 'a'), done, NOW + MINUTE);
		expect(await renewOrClaim(database, lease('for life', 'b'), NOW + MINUTE)).toBe(true);
	});

	it('runs again only after its interval, on any server', async () => {
		const { database } = site();
		const done = { failed: false, note: 'done' };
		await claim(database, lease('hourly', 'a'), 60 * MINUTE, NOW);
		await endLease(database, lease('hourly', 'a'), done, NOW + MINUTE);
		expect(await row('hourly')).toMatchObject({ holder: null, note: 'done', failed_at: null });
		expect(await claim(database, lease('hourly', 'b'), 60 * MINUTE, NOW + 60 * MINUTE)).toBe(false);
		expect(await claim(database, lease('hourly', 'b'), 60 * MINUTE, NOW + 61 * MINUTE)).toBe(true);
		await endLease(database, lease('hourly', 'b'), done, NOW + 61 * MINUTE);
		// A clock that was set back by years does not stop it for years.
		expect(await claim(database, lease('hourly', 'c'), 60 * MINUTE, NOW - 9_999 * MINUTE)).toBe(
			true,
		);
	});

	const every = (name: string, run: Job['run']): Job => ({ name, firstMs: 1, everyMs: 5, run });

	it('continues after errors, reports them, and stops on request', async () => {
		const problems: unknown[] = [];
		let times = 0;
		const run = async () => {
			if (++times === 2) throw new Error('EIO');
			return `turn ${times}`;
		};
		const onError = (job: string, error: unknown) => problems.push([job, error]);
		const stop = startJobs(site().database, [every('troubled', run)], { onError });
		await expect.poll(() => times).toBeGreaterThan(3);
		await stop();
		const before = times;
		await wait(50);
		expect(times).toBe(before);
		expect(problems).toEqual([['troubled', new Error('EIO')]]);
		expect(await row('troubled')).toMatchObject({ holder: null, note: `turn ${times}` });
	});

	it('never runs on two servers at once', async () => {
		let running = 0;
		let most = 0;
		const run = async () => {
			most = Math.max(most, ++running);
			await wait(2);
			running--;
			return 'done';
		};
		const ends = Array.from({ length: 4 }, () => startJobs(site().database, [every('alone', run)]));
		await wait(300);
		await Promise.all(ends.map((end) => end()));
		expect(most).toBe(1);
	});

	it('is aborted when its lease is lost', async () => {
		const { database } = site();
		let isAborted = false;
		const run: Job['run'] = (signal) =>
			new Promise((resolve) => {
				signal.addEventListener('abort', () => {
					isAborted = true;
					resolve('ended early');
				});
			});
		const stop = startJobs(database, [{ ...every('robbed', run), everyMs: MINUTE }], {
			leaseMs: 30,
		});
		await expect.poll(async () => (await row('robbed')).holder).not.toBeNull();
		await database.write((trx) =>
			trx.updateTable('jobs').set({ holder: 'another' }).where('name', '=', 'robbed').execute(),
		);
		await expect.poll(() => isAborted).toBe(true);
		await stop();
		expect(await row('robbed')).toMatchObject({ holder: 'another', note: null });
	});
});
