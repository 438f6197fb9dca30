import { expect, it } from 'vitest';
import type { Changes } from '#shared/contract/platform/changes.ts';
import { AT_LENGTH, SEED } from '../../../tests/faults/length.ts';
import { type Call, onEveryEngine } from '../../testing/app.ts';
import { createContent, samples } from '../../testing/content.ts';
import { buildFirstId } from './audit-log.ts';

const WRITES = AT_LENGTH ? 2_000 : 60;
const KINDS = ['courses', 'subjects', 'topics', 'examsets', 'pastpapers'] as const;
type Kind = (typeof KINDS)[number];
interface Item {
	id: string;
	course_id?: string;
	version: number;
}

/** Returns a generator of whole numbers below a bound. */
const openRandom = (seed: number) => {
	let state = seed;
	return (below: number) => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
		return (state >> 8) % below;
	};
};

onEveryEngine(`changes, seed ${SEED}`, (site) => {
	const readAll = async (call: Call, kind: Kind, courseId?: string): Promise<Item[]> => {
		if (kind === 'courses') return (await call('GET', '/courses')).body.data;
		const items: Item[] = [];
		const under = courseId ? `&course_id=${courseId}` : '';
		for (let page = 1; ; page++) {
			const { data } = (await call('GET', `/${kind}?limit=100&page=${page}${under}`)).body.data;
			items.push(...data);
			if (data.length < 100) return items;
		}
	};
	const follow = async (call: Call, query: string): Promise<Changes> =>
		(await call('GET', `/changes${query}`)).body.data;

	it('lead a reader, during writes by three people, to the same items as the lists', async () => {
		const random = openRandom(SEED);
		const pick = <T>(list: readonly T[]) => list[random(list.length)] as T;
		const made = await createContent(site()).family();
		const reader = (await site().asKey('viewer')).call;
		const copy = new Map<string, { kind: Kind; item: Item }>();
		const put = (kind: Kind, items: readonly Item[]) => {
			for (const item of items) copy.set(item.id, { kind, item });
		};
		const drop = (id: string) => {
			for (const [key, { item }] of copy) if (key === id || item.course_id === id) copy.delete(key);
		};
		let { next } = await follow(reader, '');
		for (const kind of KINDS) put(kind, await readAll(reader, kind));

		const readCourse = async (courseId: string) => {
			drop(courseId);
			const { status, body } = await reader('GET', `/courses/${courseId}`);
			if (status !== 200) return;
			put('courses', [body.data]);
			for (const kind of KINDS.slice(1)) put(kind, await readAll(reader, kind, courseId));
		};
		/** Reads the courses again in which an item was, and is now. */
		const readCourses = async (items: readonly (Item | undefined)[]) => {
			const courses = items.flatMap((each) => each && (each.course_id ?? each.id));
			for (const course of new Set(courses)) if (course) await readCourse(course);
		};
		const apply = async ({ kind, item_id, action }: Changes['changes'][number]) => {
			const known = copy.get(item_id as string)?.item;
			const { status, body } = await reader('GET', `/${kind}/${item_id}`);
			const item: Item | undefined = status === 200 ? body.data : undefined;
			if (!['create', 'update'].includes(action)) await readCourses([known, item]);
			else if (item) put(kind as Kind, [item]);
			else drop(item_id as string);
		};
		const catchUp = async () => {
			for (;;) {
				const answer = await follow(reader, `?after=${next}&limit=20&kinds=${KINDS.join(',')}`);
				for (const change of answer.changes) await apply(change);
				if (answer.next === next) return;
				next = answer.next;
			}
		};

		const course = `/courses/${made.courseId}`;
		const lists = {
			subjects: `${course}/subjects`,
			topics: `${course}/subjects/${made.subjectId}/topics`,
			examsets: `${course}/examsets`,
			pastpapers: `${course}/examsets/${made.examSetId}/pastpapers`,
		};
		const bodies = { ...samples, examsets: samples.examSets, pastpapers: samples.pastPapers };
		const deletions: string[] = [];
		const write = async (call: Call) => {
			const kind = pick(['subjects', 'topics', 'examsets', 'pastpapers'] as const);
			const path = lists[kind];
			const rows: Item[] = (await call('GET', path)).body.data ?? [];
			const others = rows.filter(({ id }) => ![made.subjectId, made.examSetId].includes(id));
			const target = others.length > 0 ? pick(others) : undefined;
			const one = `${path}/${target?.id}`;
			const create = () => call('POST', path, bodies[kind]);
			if (!target) return create();
			const remove = async () => {
				const { body } = await call('DELETE', one);
				if (body.deletion) deletions.push(body.deletion);
			};
			const acts: (() => Promise<unknown>)[] = [
				...[create, create, remove],
				() => call('PUT', one, { name: `Name ${random(1_000)}` }),
				() => call('POST', `${one}/copy`, { with: 'structure' }),
				() =>
					call('POST', '/bulk', { kind, action: pick(['publish', 'unpublish']), ids: [target.id] }),
				() => call('POST', `/trash/${pick(deletions)}/restore`, {}),
			];
			return pick(acts)();
		};
		const people = await Promise.all([1, 2, 3].map(async () => (await site().as('editor')).call));
		let isDone = false;
		const following = (async () => {
			while (!isDone) await catchUp();
		})();
		await Promise.all(
			people.map(async (call) => {
				for (let n = 0; n < WRITES / people.length; n++) await write(call);
			}),
		);
		isDone = true;
		await following;
		await catchUp();
		const expected: Item[] = [];
		for (const kind of KINDS) expected.push(...(await readAll(reader, kind)));
		const outline = (items: readonly Item[]) =>
			items.map(({ id, version }) => `${id} ${version}`).sort();
		expect(expected.length).toBeGreaterThan(10);
		expect(outline([...copy.values()].map(({ item }) => item))).toEqual(outline(expected));
	}, 1_200_000);

	it('are those that the caller may read, and start again after 400 days', async () => {
		const viewer = (await site().as('viewer')).call;
		const finance = (await site().as('finance')).call;
		expect((await viewer('GET', '/changes?kinds=transactions')).status).toBe(403);
		expect((await finance('GET', '/changes?kinds=transactions,topics')).status).toBe(200);
		const old = `${buildFirstId(Date.now() - 401 * 86_400_000)}-7000-8000-000000000000`;
		expect(await viewer('GET', `/changes?after=${old}`)).toMatchObject({
			status: 410,
			body: { code: 'start_again' },
		});
		expect((await viewer('GET', '/changes?after=yesterday')).status).toBe(422);
	});
});
