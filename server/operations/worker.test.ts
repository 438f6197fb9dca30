import { expect, it } from 'vitest';
import { SYSTEM_CONTEXT } from '../audit-context.ts';
import { contentStores } from '../features/content.ts';
import { claim } from '../jobs/leases.ts';
import { onEveryEngine } from '../test-app.ts';
import { begin, giveIds } from './begin.ts';
import { makeManyTopics } from './fixtures/many-topics.ts';
import { startWorker } from './worker.ts';

const MINUTE = 60_000;
const LEASE = 'Go on with operations';

onEveryEngine('an operation that nobody waits for', (site) => {
	const problems: unknown[] = [];
	const runner = () => ({
		database: site().database,
		stores: contentStores,
		checks: {},
		onError: (error: unknown) => problems.push(error),
	});
	/** One that whoever began it has left a minute ago, with nothing of it done. */
	const leave = (ids: readonly string[]) =>
		site().database.write(async (trx) => {
			const asked = { kind: 'topics', action: 'publish' } as const;
			const { id } = await begin(trx, asked, SYSTEM_CONTEXT, Date.now() - MINUTE);
			await giveIds(trx, id, ids);
			return id;
		});
	const find = (id: string) =>
		site()
			.database.read.selectFrom('operations')
			.selectAll()
			.where('id', '=', id)
			.executeTakeFirstOrThrow();
	const versions = async (courseId: string) => {
		const rows = await site()
			.database.read.selectFrom('topics')
			.select('version')
			.where('course_id', '=', courseId)
			.execute();
		return new Set(rows.map(({ version }) => version));
	};

	it('is gone on with by one of many servers, and each item is done once', async () => {
		const { courseId, ids } = await makeManyTopics(site().database, 120);
		const operation = await leave(ids);
		const workers = Array.from({ length: 4 }, () => startWorker(runner(), Date.now));
		for (const worker of workers) worker.kick();
		await expect.poll(async () => (await find(operation)).finished_at).not.toBeNull();
		await Promise.all(workers.map(({ close }) => close()));
		expect(await versions(courseId)).toEqual(new Set([2]));
		const trail = await site().call('GET', `/audit?item_id=${operation}`);
		expect(trail.body.data.data).toHaveLength(1);
		expect(problems).toEqual([]);
	});

	it('waits while another server has the lease, and for whoever is only just doing it', async () => {
		const { database } = site();
		const { courseId, ids } = await makeManyTopics(database, 3);
		const fresh = await database.write(async (trx) => {
			const asked = { kind: 'topics', action: 'free' } as const;
			const { id } = await begin(trx, asked, SYSTEM_CONTEXT, Date.now() + MINUTE);
			await giveIds(trx, id, ids);
			return id;
		});
		const lease = { name: LEASE, holder: 'another', leaseMs: MINUTE };
		await expect.poll(async () => await claim(database, lease, 0, Date.now())).toBe(true);
		const operation = await leave(ids);
		const worker = startWorker(runner(), Date.now);
		worker.kick();
		await worker.close();
		expect((await find(operation)).finished_at).toBeNull();
		expect(await versions(courseId)).toEqual(new Set([1]));
		await database.write((trx) =>
			trx.updateTable('jobs').set({ lease_until: null }).where('name', '=', LEASE).execute(),
		);
		await expect.poll(async () => (await find(operation)).finished_at).not.toBeNull();
		expect((await find(fresh)).finished_at).toBeNull();
	});
});
