import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SYSTEM_CONTEXT } from '../../server/audit-context.ts';
import { contentStores } from '../../server/features/content.ts';
import { sweepFiles } from '../../server/features/files/sweep.ts';
import { storeFile } from '../../server/features/files/upload.ts';
import { randomFrom } from '../../server/features/payments/sample.ts';
import { pdf } from '../../server/files/fixtures/documents.ts';
import { openFileStore } from '../../server/files/open.ts';
import { signIn } from '../signed-in.ts';
import { attempt, read } from './calls.ts';
import { expectSound } from './invariants.ts';
import { AT_LENGTH, SEED, SOME_ENGINES } from './length.ts';
import { makePlace, type Place } from './places.ts';
import { startServer } from './server.ts';

const ROUNDS = AT_LENGTH ? 25 : 1;
const TOPICS = AT_LENGTH ? 5_000 : 1_000;

/** A course with one subject, whose topics have one file among them that nothing else refers to. */
const fill = async ({ open, dataDir, bucket }: Place) => {
	const database = await open();
	const files = await openFileStore({ dataDir, bucket });
	const incoming = {
		name: 'a.pdf',
		content: (async function* () {
			yield await pdf('Kept');
		})(),
	};
	const { url } = await storeFile({ database, files }, incoming as never, SYSTEM_CONTEXT);
	const ids = await database.write(async (trx) => {
		const by = SYSTEM_CONTEXT;
		const course = { name: 'Large', order_num: 1, category_id: 'cat_artisan' } as const;
		const { id: courseId } = await contentStores.courses(trx).create({}, course, by);
		const { id: subjectId } = await contentStores
			.subjects(trx)
			.create({ courseId }, { name: 'S' }, by);
		const first = await contentStores
			.topics(trx)
			.create({ courseId, subjectId }, { name: 'T', topicUrl: url }, by);
		const like = await trx
			.selectFrom('topics')
			.selectAll()
			.where('id', '=', first.id)
			.executeTakeFirstOrThrow();
		for (let n = 1; n < TOPICS; n += 200)
			await trx
				.insertInto('topics')
				.values(
					Array.from({ length: Math.min(200, TOPICS - n) }, (_, at) => ({
						...like,
						id: randomUUIDv7(),
						url: null,
						order_num: n + at + 1,
					})),
				)
				.execute();
		return { courseId, subjectId };
	});
	await database.close();
	return { ...ids, url };
};

/** Sweeps what nothing refers to, however young it is. */
const sweep = async ({ open, dataDir, bucket }: Place) => {
	const database = await open();
	const files = await openFileStore({ dataDir, bucket });
	const swept = await sweepFiles({ database, files }, { graceMs: -1_000 });
	await database.close();
	return swept;
};

it.each(SOME_ENGINES)(
	`killed while much is deleted or restored, all of it is here or there (%s, seed ${SEED})`,
	{ timeout: AT_LENGTH ? 1_800_000 : 300_000 },
	async (engine) => {
		const place = await makePlace(engine);
		const random = randomFrom(SEED);
		const { courseId, subjectId, url } = await fill(place);
		const start = () => startServer(place.dataDir, place.settings);
		let server = await start();
		try {
			const headers = await signIn(server.url);
			/** Undefined where all of it is in its place, else the deletion that has all of it. */
			const whereIsIt = async () => {
				const trash = await read(`${server.url}/api/trash`, headers);
				const topics = await read(
					`${server.url}/api/courses/${courseId}/subjects/${subjectId}/topics`,
					headers,
				);
				if (!trash.known || !topics.known) throw new Error('The server does not answer.');
				const [held, ...more] = trash.body.data.data;
				expect(more).toEqual([]);
				if (held) expect(held.counts).toEqual({ subjects: 1, topics: TOPICS });
				expect(topics.status).toBe(held ? 404 : 200);
				if (!held) expect(topics.body.data).toHaveLength(TOPICS);
				return held?.id as string | undefined;
			};
			for (let round = 0; round < ROUNDS * 2; round++) {
				const held = await whereIsIt();
				const [path, method] = held
					? [`trash/${held}/restore`, 'POST']
					: [`courses/${courseId}`, 'DELETE'];
				const call = attempt(`${server.url}/api/${path}`, { method, headers });
				await sleep(random(engine === 'sqlite' ? 600 : 1_500));
				await server.kill();
				const outcome = await call;
				expect(await sweep(place)).toEqual({ files: 0, contents: 0 });
				server = await start();
				const now = await whereIsIt();
				if (outcome.known) expect(now === undefined).toBe(held !== undefined);
			}
			expect((await fetch(`${server.url}${url}`, { headers })).status).toBe(200);
			await server.kill();
			await expectSound(place);
		} finally {
			await server.kill();
			await place.remove();
		}
	},
);
