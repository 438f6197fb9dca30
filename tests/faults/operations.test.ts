import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { randomFrom } from '../../server/features/payments/sample.ts';
import { makeManyTopics } from '../../server/operations/fixtures/many-topics.ts';
import { signIn } from '../signed-in.ts';
import { attempt, insist, send } from './calls.ts';
import { expectSound } from './invariants.ts';
import { AT_LENGTH, SEED, SOME_ENGINES } from './length.ts';
import { makePlace, type Place } from './places.ts';
import { startServer } from './server.ts';

const KILLS = AT_LENGTH ? 25 : 2;
const LONGEST_MS = 600;
const TOPICS = AT_LENGTH ? 1_000 : 300;

/** Looks at rows past the server: what an operation says of each item is what became of it. */
const expectAgreement = async (place: Place, ids: readonly string[]) => {
	const database = await place.open();
	try {
		const rows = await database.read
			.selectFrom('operation_rows')
			.innerJoin('operations', 'operations.id', 'operation_rows.operation')
			.innerJoin('topics', 'topics.id', 'operation_rows.item_id')
			.select(['operations.action', 'state', 'topics.published', 'topics.free', 'topics.version'])
			.where('topics.id', 'in', ids)
			.execute();
		const wrong = rows.filter(({ action, state, published, free }) => {
			const isDone = action === 'publish' ? published : free;
			return (state === 'done') !== isDone || state === 'failed';
		});
		expect(wrong).toEqual([]);
		return rows;
	} finally {
		await database.close();
	}
};

it.each(SOME_ENGINES)(
	`killed in the middle of something done to many, each item is done or not, once, and it is known which (%s, seed ${SEED})`,
	{ timeout: AT_LENGTH ? 1_800_000 : 300_000 },
	async (engine) => {
		const place = await makePlace(engine);
		const random = randomFrom(SEED);
		const made = await place.open();
		const many = await makeManyTopics(made, TOPICS).finally(() => made.close());
		// Few enough for the variables of one statement.
		const some = many.ids.slice(0, 200);
		let server = await startServer(place.dataDir, place.settings);
		try {
			let headers = await signIn(server.url);
			const bulk = (body: unknown, key: string) =>
				attempt(
					`${server.url}/api/bulk`,
					send('POST', body, { ...headers, 'idempotency-key': key }),
				);
			const free = { kind: 'topics', action: 'free', ids: some };
			const where = { course_id: many.courseId, published: 'false' };
			const publish = { kind: 'topics', action: 'publish', where, expected: TOPICS };
			for (let kill = 1; kill <= KILLS; kill++) {
				const asked = Promise.all([bulk(free, 'some'), bulk(publish, 'all')]);
				await sleep(random(LONGEST_MS));
				await server.kill();
				await asked;
				await expectAgreement(place, some);
				server = await startServer(place.dataDir, place.settings);
				headers = await signIn(server.url);
			}
			// The same requests again continue what was begun.
			for (const [body, key, done] of [
				[free, 'some', some.length],
				[publish, 'all', TOPICS],
			] as const) {
				const again = await insist(
					() => bulk(body, key),
					(answer) => answer.known && answer.status === 200,
				);
				expect(again.known && again.body.data).toMatchObject({ done, failed: 0, remaining: 0 });
				const twin = await bulk(body, key);
				expect(twin.known && twin.body.data).toEqual(again.known && again.body.data);
			}
			await server.stop();

			const rows = await expectAgreement(place, some);
			expect(rows).toHaveLength(2 * some.length);
			// One change of each kind, and no more.
			for (const { version } of rows) expect(version).toBe(3);
			await expectSound(place);
		} finally {
			await server.kill();
			await place.remove();
		}
	},
);
