import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LearnerCourse } from '#shared/contract/learners/learners.ts';
import { AT_LENGTH, SEED } from '../../../tests/faults/length.ts';
import { buildApp } from '../../app.ts';
import { openDatabase } from '../../open-database.ts';
import {
	buildConfig,
	type Call,
	engines,
	makeCaller,
	makeTestApp,
	type TestApp,
} from '../../testing/app.ts';
import { samples } from '../../testing/content.ts';

const ACTIONS = AT_LENGTH ? 2_000 : 36;
const CHECK_EVERY = AT_LENGTH ? 50 : 12;

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
const openRandom = (seed: number) => {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
};

const DAY_MS = 86_400_000;
const isOut = (row: { published: boolean; visible_from: string | null }) =>
	row.published && !(row.visible_from !== null && row.visible_from > new Date().toISOString());

/** Reads all rows in display order, and computes by plain loops what learners see. */
const readTruth = async ({ database: { read } }: TestApp) => {
	const rows = <T extends 'courses' | 'subjects' | 'topics' | 'exam_sets' | 'past_papers'>(
		table: T,
	) =>
		read
			.selectFrom(table as 'past_papers')
			.selectAll()
			.orderBy('order_num')
			.orderBy('name_key')
			.orderBy('id')
			.execute();
	const [courses, subjects, topics, sets, papers] = await Promise.all([
		rows('courses'),
		rows('subjects'),
		rows('topics'),
		rows('exam_sets'),
		rows('past_papers'),
	]);
	const shown = courses.map(({ id }) => {
		const own = subjects.filter((row) => row.course_id === id && isOut(row));
		return {
			id,
			subjects: own.map((subject) => ({
				id: subject.id,
				topics: topics
					.filter((row) => row.subject_id === subject.id && isOut(row))
					.map((row) => ({ id: row.id, free: row.free || subject.free })),
			})),
			examsets: sets
				.filter((row) => row.course_id === id && isOut(row))
				.map((set) => ({
					id: set.id,
					pastpapers: papers
						.filter((row) => row.exam_set_id === set.id && isOut(row))
						.map((row) => ({
							id: row.id,
							free: row.free,
							subject_id: own.some((subject) => subject.id === row.subject_id)
								? row.subject_id
								: null,
						})),
				})),
		};
	});
	return {
		rows: { courses, subjects, topics, examsets: sets, pastpapers: papers },
		shown: shown.filter((course) => course.subjects.length + course.examsets.length > 0),
	};
};

const outlineOf = ({ id, subjects, examsets }: LearnerCourse) => ({
	id,
	subjects: subjects.map((subject) => ({
		id: subject.id,
		topics: subject.topics.map((topic) => ({ id: topic.id, free: topic.free })),
	})),
	examsets: examsets.map((set) => ({
		id: set.id,
		pastpapers: set.pastpapers.map((paper) => ({
			id: paper.id,
			free: paper.free,
			subject_id: paper.subject_id,
		})),
	})),
});

const idsIn = (value: unknown): string[] =>
	[...JSON.stringify(value).matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)].map(
		([id]) => id,
	);

/** Opens a second server on the database and files of a site. */
const openSecond = async ({ dataDir, databaseUrl, files }: TestApp) => {
	const database = await openDatabase({ dataDir, databaseUrl });
	const config = buildConfig({ dataDir });
	const app = await buildApp({ database, files, config, version: '0.0.0', overload: false });
	await app.ready();
	return {
		callAs: (headers: Record<string, string>) => makeCaller(app, headers),
		close: async () => {
			await app.close();
			await database.close();
		},
	};
};

describe.each(engines)(`visibility after random changes, seed ${SEED} (%s)`, (engine) => {
	let site: TestApp;
	let editors: Call[];
	let second: Awaited<ReturnType<typeof openSecond>> | undefined;
	beforeAll(async () => {
		site = await makeTestApp(engine);
		second = engine === 'postgres' ? await openSecond(site) : undefined;
		editors = [];
		for (let n = 0; n < 3; n++) {
			const { headers, call } = await site.as('editor');
			editors.push(second && n > 0 ? second.callAs(headers) : call);
		}
	});
	afterAll(async () => {
		await second?.close();
		await site.close();
	});

	it('equals a plain computation from the tables, without the id of anything hidden', async () => {
		const random = openRandom(SEED);
		const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
		const seen = new Set<string>();
		const deletions: string[] = [];
		const operations: string[] = [];
		const maybe = () => random() < 0.5;
		const kinds = ['subjects', 'topics', 'examsets', 'pastpapers'] as const;
		type Rows = Awaited<ReturnType<typeof readTruth>>['rows'];
		const pathOf = (kind: keyof Rows, row: Rows['pastpapers'][number]) => {
			const course = `/courses/${row.course_id}`;
			if (kind === 'courses') return `/courses/${row.id}`;
			if (kind === 'topics') return `${course}/subjects/${row.subject_id}/topics/${row.id}`;
			if (kind === 'pastpapers')
				return `${course}/examsets/${row.exam_set_id}/pastpapers/${row.id}`;
			return `${course}/${kind}/${row.id}`;
		};
		const acts: ((call: Call, rows: Rows) => Promise<unknown>)[] = [
			(call) => call('POST', '/courses', samples.courses),
			async (call, { courses }) => {
				if (courses.length === 0) return;
				const course = `/courses/${pick(courses).id}`;
				const subject = { ...samples.subjects, published: maybe(), freeSubject: maybe() };
				await call('POST', `${course}/subjects`, subject);
				await call('POST', `${course}/examsets`, { ...samples.examSets, is_published: maybe() });
			},
			async (call, { subjects }) => {
				if (subjects.length === 0) return;
				const body = { ...samples.topics, isPublished: maybe(), freeTopic: maybe() };
				await call('POST', `${pathOf('subjects', pick(subjects))}/topics`, body);
			},
			async (call, { examsets, subjects }) => {
				if (examsets.length === 0) return;
				const set = pick(examsets);
				const own = subjects.filter((row) => row.course_id === set.course_id);
				const subject_id = own.length > 0 ? pick(own).id : null;
				const body = { ...samples.pastPapers, published: maybe(), free: maybe(), subject_id };
				await call('POST', `${pathOf('examsets', set)}/pastpapers`, body);
			},
			...kinds.map((kind) => async (call: Call, rows: Rows) => {
				if (rows[kind].length === 0) return;
				const ids = [pick(rows[kind]).id, pick(rows[kind]).id];
				const action = pick(['publish', 'unpublish', 'publish', 'delete'] as const);
				const moment = new Date(Date.now() + pick([-1, 1]) * DAY_MS).toISOString();
				const from = action === 'publish' && maybe() && { visible_from: moment };
				const { body } = await call('POST', '/bulk', { kind, action, ids, ...from });
				operations.push(body.data.operation);
			}),
			async (call, { topics, subjects }) => {
				if (topics.length === 0 || subjects.length === 0) return;
				const [topic, subject] = [pick(topics), pick(subjects)];
				const to = { subjectId: subject.id, courseId: subject.course_id };
				const { body } = await call('POST', '/bulk', {
					...{ kind: 'topics', action: 'move', ids: [topic.id], to },
				});
				if (body.data) operations.push(body.data.operation);
			},
			async (call, rows) => {
				const kind = pick(kinds);
				if (rows[kind].length === 0) return;
				const { body } = await call('DELETE', pathOf(kind, pick(rows[kind])));
				deletions.push(body.deletion);
			},
			(call) => call('POST', `/trash/${pick(deletions)}/restore`, {}),
			(call) => call('POST', `/operations/${pick(operations)}/undo`, {}),
			async (call, rows) => {
				const kind = pick(['courses', 'subjects', 'examsets'] as const);
				if (rows[kind].length === 0 || rows.courses.length > 12) return;
				const path = pathOf(kind, pick(rows[kind]));
				await call('POST', `${path}/copy`, { with: 'structure', name: 'Copy', year: 2025 });
			},
		];

		const check = async () => {
			const { rows, shown } = await readTruth(site);
			for (const id of Object.values(rows).flatMap((list) => list.map((row) => row.id)))
				seen.add(id);
			// On PostgreSQL the other server answers, which made only some of the changes.
			const anyone = second?.callAs({}) ?? site.anyone;
			const catalogue = (await anyone('GET', '/v1/catalogue')).body.data;
			expect(catalogue.courses.map((course: { id: string }) => course.id)).toEqual(
				shown.map(({ id }) => id),
			);
			const visible = new Set(idsIn(shown));
			const expectNothingHidden = (answer: unknown) =>
				expect(idsIn(answer).filter((id) => !visible.has(id))).toEqual([]);
			expectNothingHidden(catalogue);
			for (const { id } of rows.courses) {
				const { status, body } = await anyone('GET', `/v1/courses/${id}`);
				const expected = shown.find((course) => course.id === id);
				expect(status).toBe(expected ? 200 : 404);
				if (!expected) continue;
				expect(outlineOf(body.data)).toEqual(expected);
				expectNothingHidden(body.data);
			}
			await expectNoLinks([...seen].filter((id) => !visible.has(id)));
		};
		const expectNoLinks = async (hidden: string[]) => {
			for (let n = 0; n < 5 && hidden.length > 0; n++) {
				const { status, body } = await site.anyone('GET', `/v1/files/${pick(hidden)}`);
				expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
			}
		};

		for (let n = 1; n <= ACTIONS; n += editors.length) {
			const { rows } = await readTruth(site);
			// The first changes only create, so that the later ones have something to change.
			const choice = n <= ACTIONS / 3 ? acts.slice(0, 4) : acts;
			await Promise.all(editors.map((call) => pick(choice)(call, rows)));
			if (n % CHECK_EVERY < editors.length) await check();
		}
		await check();
		expect(seen.size).toBeGreaterThan(10);
	}, 1_200_000);
});
