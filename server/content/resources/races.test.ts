import { describe, expect, it } from 'vitest';
import { rounds } from '../../../tests/faults/length.ts';
import { SYSTEM_CONTEXT } from '../../platform/audit-context.ts';
import { type Answer, onEveryEngine, type TestApp } from '../../testing/app.ts';
import { type Family, samples } from '../../testing/content.ts';
import { contentStores } from '../kinds/store.ts';
import type { ContentStore } from './store.ts';

/** SQLite needs fewer rounds: it has one writer, so races differ only in their order. */
const ROUNDS = { sqlite: rounds(10), postgres: rounds(15) };
const TRASH_ROUNDS = { sqlite: rounds(5), postgres: rounds(10) };
const AT_ONCE = 5;

/** Returns the rows of every kind whose parent is missing. */
const findOrphans = async ({ database: { read } }: TestApp) => {
	const all = await Promise.all([
		read
			.selectFrom('topics')
			.leftJoin('subjects', (on) =>
				on
					.onRef('subjects.id', '=', 'topics.subject_id')
					.onRef('subjects.course_id', '=', 'topics.course_id'),
			)
			.where('subjects.id', 'is', null)
			.select('topics.id')
			.execute(),
		read
			.selectFrom('past_papers')
			.leftJoin('exam_sets', (on) =>
				on
					.onRef('exam_sets.id', '=', 'past_papers.exam_set_id')
					.onRef('exam_sets.course_id', '=', 'past_papers.course_id'),
			)
			.where('exam_sets.id', 'is', null)
			.select('past_papers.id')
			.execute(),
		read
			.selectFrom('past_papers')
			.leftJoin('subjects', (on) =>
				on
					.onRef('subjects.id', '=', 'past_papers.subject_id')
					.onRef('subjects.course_id', '=', 'past_papers.course_id'),
			)
			.where('past_papers.subject_id', 'is not', null)
			.where('subjects.id', 'is', null)
			.select('past_papers.id')
			.execute(),
		...(['subjects', 'exam_sets'] as const).map((table) =>
			read
				.selectFrom(table)
				.leftJoin('courses', 'courses.id', `${table}.course_id`)
				.where('courses.id', 'is', null)
				.select(`${table}.id`)
				.execute(),
		),
	]);
	return all.flat();
};

/** Creates a family of items in one transaction, which is faster than the API. */
const makeFamily = ({ database }: TestApp): Promise<Family> =>
	database.write(async (trx) => {
		const ids: Record<string, string> = {};
		for (const store of Object.values<ContentStore>(contentStores)) {
			const { key, param } = store.resource;
			ids[param] = (await store(trx).create(ids as never, samples[key], SYSTEM_CONTEXT)).id;
		}
		return ids as Family;
	});

type Call = (site: TestApp, family: Family) => Promise<Answer>;

const course = ({ courseId }: Family) => `/courses/${courseId}`;
const subject = (family: Family) => `${course(family)}/subjects/${family.subjectId}`;
const examSet = (family: Family) => `${course(family)}/examsets/${family.examSetId}`;
const paper = (family: Family) => `${examSet(family)}/pastpapers/${family.paperId}`;

const remove =
	(address: (family: Family) => string): Call =>
	({ call }, family) =>
		call('DELETE', address(family));
const createTopic: Call = ({ call }, family) =>
	call('POST', `${subject(family)}/topics`, { name: 'Late' });
const createSubject: Call = ({ call }, family) =>
	call('POST', `${course(family)}/subjects`, { name: 'Late' });
const linkPaper: Call = ({ call }, family) =>
	call('PUT', paper(family), { name: 'Late', subject_id: family.subjectId });
const renameTopic: Call = ({ call }, family) =>
	call('PUT', `${subject(family)}/topics/${family.topicId}`, { name: 'Late' });

onEveryEngine('a race', (site) => {
	describe.each([
		['a course is deleted', 'a subject is created in it', remove(course), createSubject],
		['a course is deleted', 'a topic is created in its subject', remove(course), createTopic],
		['a subject is deleted', 'a paper is linked to it', remove(subject), linkPaper],
		['a course is deleted', 'a paper is linked within it', remove(course), linkPaper],
	])('in which %s while %s', (_what, _while, first, second) => {
		it('ends with either result, leaves no orphans, and never fails', async () => {
			const statuses = new Set<number>();
			for (let round = 0; round < ROUNDS[site().engine]; round += AT_ONCE) {
				// One at a time: the create of a course locks the list of courses.
				const families: Family[] = [];
				while (families.length < AT_ONCE) families.push(await makeFamily(site()));
				const answers = await Promise.all(
					families.flatMap((mine, at) =>
						(at % 2 === 0 ? [first, second] : [second, first]).map((act) => act(site(), mine)),
					),
				);
				for (const { status } of answers) statuses.add(status);
			}
			for (const status of statuses) expect([200, 201, 404, 422]).toContain(status);
			expect(await findOrphans(site())).toEqual([]);
		});
	});

	it('between two deletes of the same item lets one succeed', async () => {
		for (let round = 0; round < rounds(10); round++) {
			const mine = await makeFamily(site());
			const answers = await Promise.all([1, 2, 3].map(() => remove(course)(site(), mine)));
			expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
		}
		expect(await findOrphans(site())).toEqual([]);
	});

	it('between creates without an order keeps all, each with its own order', async () => {
		const mine = await makeFamily(site());
		// As many at once as the pool has connections.
		for (let round = 0; round < 5; round++)
			await Promise.all(Array.from({ length: 8 }, () => createTopic(site(), mine)));
		const { body } = await site().call('GET', `${subject(mine)}/topics`);
		const orders = body.data.map((topic: { order_num: number }) => topic.order_num);
		expect(orders).toEqual(Array.from({ length: 41 }, (_, at) => at + 1));
	});
});

onEveryEngine('a deletion during other writes', (site) => {
	/** Returns the names of all contents of a course. */
	const listNames = async (family: Family) => {
		const { read } = site().database;
		const all = (['subjects', 'topics', 'exam_sets', 'past_papers'] as const).map((table) =>
			read.selectFrom(table).select('name').where('course_id', '=', family.courseId).execute(),
		);
		return (await Promise.all(all)).flat().map(({ name }) => name);
	};

	describe.each([
		['a topic is created in it', createTopic],
		['a topic is changed in it', renameTopic],
		['a paper is changed in it', linkPaper],
	])('of a course, while %s', (_while, act) => {
		it('includes every acknowledged row, and restores it', async () => {
			const done = new Set<number>();
			for (let round = 0; round < TRASH_ROUNDS[site().engine]; round++) {
				const mine = await makeFamily(site());
				const both = [act(site(), mine), site().call('DELETE', course(mine))] as const;
				const [other, removal] = await Promise.all(round % 2 ? both : both.toReversed()).then(
					(two) => (round % 2 ? two : two.toReversed()),
				);
				if (!other || !removal) throw new Error('no answer');
				done.add(other.status);
				expect([200, 201, 404, 422]).toContain(other.status);
				expect(removal.status).toBe(200);
				expect(await listNames(mine)).toEqual([]);
				const back = await site().call('POST', `/trash/${removal.body.deletion}/restore`);
				expect(back.status).toBe(200);
				expect((await listNames(mine)).includes('Late')).toBe(other.status < 300);
			}
			expect(done.size).toBeGreaterThan(0);
		});
	});
});
