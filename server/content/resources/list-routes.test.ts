import { beforeAll, describe, expect, it } from 'vitest';
import {
	allExamSets,
	allPastPapers,
	allSubjects,
	allTopics,
} from '#shared/contract/platform/lists.ts';
import { onEveryEngine, onSomeEngines } from '../../testing/app.ts';
import { createContent, type Family, refused } from '../../testing/content.ts';

/** The four lists, each with the id of its items and the names of its flags. */
const lists = [
	{ list: allSubjects, id: 'subjectId', flags: { published: 'published', free: 'freeSubject' } },
	{ list: allTopics, id: 'topicId', flags: { published: 'isPublished', free: 'freeTopic' } },
	{ list: allExamSets, id: 'examSetId', flags: { published: 'is_published' } },
	{ list: allPastPapers, id: 'paperId', flags: { published: 'published', free: 'free' } },
].map((entry) => ({ ...entry, path: entry.list.path }));

/** The sorts of a list in their ascending direction; each has the other one too. */
const sorts = ({ query }: (typeof lists)[number]['list']) => {
	const options = query.shape.sort.def.innerType.options as string[];
	const ascending = options.filter((sort) => !sort.startsWith('-'));
	expect(options.toSorted()).toEqual(ascending.flatMap((sort) => [sort, `-${sort}`]).toSorted());
	return ascending;
};

onEveryEngine('the list across all courses', (site) => {
	describe.each(lists)('$path', ({ list, path, id, flags }) => {
		let family: Family;
		let mark: string;
		const names: string[] = [];
		const make = (place: Family, body: Record<string, unknown>) => {
			const { subject, topic, examSet, paper } = createContent(site());
			const makers = { subjectId: subject, topicId: topic, examSetId: examSet, paperId: paper };
			return makers[id as keyof typeof makers](place, body);
		};
		const ask = (query: Record<string, string | number>) =>
			site().call('GET', `${path}?${new URLSearchParams(query as Record<string, string>)}`);
		const namesOf = (answer: { body: { data: { data: { name: string }[] } } }) =>
			answer.body.data.data.map(({ name }) => name);

		beforeAll(async () => {
			family = await createContent(site()).family();
			mark = `mark-${id}-`;
			// Seven names, five of them equal, so that only the id tells their order.
			for (const [at, name] of ['b', 'A', 'b', 'B', 'b', 'c', 'b'].entries()) {
				names.push(`${mark}${name}`);
				await make(family, {
					name: `${mark}${name}`,
					order_num: 1 + (at % 3),
					[flags.published]: at % 2 === 0,
					...(flags.free && { [flags.free]: at < 3 }),
					...(id === 'examSetId' && { year: 2020 + (at % 4) }),
				});
			}
		});

		it('returns the first 25 by name and the total', async () => {
			const answer = await site().call('GET', path);
			expect(answer.status).toBe(200);
			expect(Object.keys(answer.body.data).sort()).toEqual(['data', 'total']);
			const { data, total } = answer.body.data;
			expect(total).toBeGreaterThanOrEqual(8);
			expect(data).toHaveLength(Math.min(25, total));
			expect((await ask({ sort: 'name', page: 1, limit: 25 })).body).toEqual(answer.body);
		});

		it('returns each item with the ids and names of its parents, like its own address', async () => {
			const { body } = await ask({ search: mark, limit: 100 });
			expect(body.data.total).toBe(names.length);
			for (const item of body.data.data) {
				expect(Object.keys(item).sort()).toEqual(Object.keys(list.item.shape).sort());
				expect(item).toMatchObject({ course_id: family.courseId, course_name: 'Plumbing' });
				const alone = await site().call('GET', `${path}/${item.id}`);
				expect(alone.body).toEqual({ success: true, data: item });
				expect(alone.headers.etag).toBe('"1"');
			}
			if (id === 'topicId')
				expect(body.data.data[0]).toMatchObject({
					subject_id: family.subjectId,
					subject_name: 'Pipework',
				});
			if (id === 'paperId')
				expect(body.data.data[0]).toMatchObject({ examset_name: 'July', subject_name: null });
		});

		it.each(sorts(list))(
			'sorts by %s in both directions, and shows every item exactly once over its pages, of any length',
			async (sort) => {
				const items = (await ask({ search: mark, sort, limit: 100 })).body.data.data;
				expect(items).toHaveLength(names.length);
				const reversed = (await ask({ search: mark, sort: `-${sort}`, limit: 100 })).body.data.data;
				expect(reversed.map((item: { id: string }) => item.id)).toEqual(
					items.map((item: { id: string }) => item.id).reverse(),
				);
				const values = items.map((item: Record<string, string | number>) =>
					sort === 'name' ? String(item.name).toLowerCase() : item[sort],
				);
				expect(values).toEqual([...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
				for (const limit of [2, 3]) {
					const paged = [];
					for (let page = 1; page <= Math.ceil(names.length / limit); page++) {
						const { data } = (await ask({ search: mark, sort, page, limit })).body;
						expect(data.total).toBe(names.length);
						paged.push(...data.data);
					}
					expect(paged).toEqual(items);
				}
			},
		);

		it('filters by course, by draft and by access, and by all of them together', async () => {
			const other = await createContent(site()).family();
			await make(other, { name: `${mark}elsewhere` });
			const all = { search: mark, limit: 100 };
			expect((await ask(all)).body.data.total).toBe(names.length + 1);
			const ofCourse = { ...all, course_id: family.courseId };
			expect((await ask(ofCourse)).body.data.total).toBe(names.length);
			expect(namesOf(await ask({ ...all, course_id: other.courseId }))).toEqual([
				`${mark}elsewhere`,
			]);
			expect((await ask({ ...ofCourse, published: 'true' })).body.data.total).toBe(4);
			expect((await ask({ ...ofCourse, published: 'false' })).body.data.total).toBe(3);
			const free = flags.free ? [2, 1, 3] : [4, 3, 7];
			expect((await ask({ ...ofCourse, published: 'true', free: 'true' })).body.data.total).toBe(
				free[0],
			);
			expect((await ask({ ...ofCourse, published: 'false', free: 'true' })).body.data.total).toBe(
				free[1],
			);
			expect((await ask({ ...ofCourse, free: 'true' })).body.data.total).toBe(free[2]);
			for (const course_id of [family.subjectId, 'x', "' or 1=1 --", '💥'])
				expect((await ask({ ...all, course_id })).body.data).toEqual({ data: [], total: 0 });
			await site().call('DELETE', `/courses/${other.courseId}`);
		});
	});

	it('has 25 items on a page by default', async () => {
		const { course, subject } = createContent(site());
		const { id: courseId } = await course();
		for (let at = 0; at < 26; at++) await subject({ courseId });
		const { body } = await site().call('GET', `/subjects?course_id=${courseId}`);
		expect(body.data.total).toBe(26);
		expect(body.data.data).toHaveLength(25);
	});

	it('of papers filters by subject, and names the subject', async () => {
		const mine = await createContent(site()).family();
		const linked = await createContent(site()).paper(mine, { subject_id: mine.subjectId });
		const { body } = await site().call('GET', `/pastpapers?subject_id=${mine.subjectId}`);
		expect(body.data.total).toBe(1);
		expect(body.data.data).toMatchObject([{ id: linked.id, subject_name: 'Pipework' }]);
		const none = await site().call('GET', '/pastpapers?subject_id=x');
		expect(none.body.data).toEqual({ data: [], total: 0 });
	});

	describe('a list across all courses', () => {
		it('filters by missing file or papers, and papers by year, series and kind', async () => {
			const { course, examSet, family, paper, topic } = createContent(site());
			const mine = await family();
			const total = async (list: string, query: string) => {
				const { body } = await site().call('GET', `${list}?course_id=${mine.courseId}&${query}`);
				return body.data?.total ?? body.fields;
			};
			const url = 'https://example.org/a.pdf';
			await topic(mine, { topicUrl: url });
			expect(await total('/topics', 'without_file=true')).toBe(1);
			expect(await total('/topics', 'without_file=false')).toBe(1);

			const old = await examSet(mine, { name: 'Old', year: 2019 });
			await paper({ ...mine, examSetId: old.id }, { url });
			expect(await total('/pastpapers', 'without_file=true')).toBe(1);
			expect(await total('/pastpapers', 'without_file=true&year=2019')).toBe(0);
			expect(await total('/pastpapers', 'year=2019')).toBe(1);
			expect(await total('/pastpapers', 'year=2018')).toBe(0);
			expect(await total('/pastpapers', 'year=19')).toEqual({ year: 'Year must be four digits' });

			const july = await examSet(mine, { name: 'July', year: 2019, series: 'july' });
			await paper({ ...mine, examSetId: july.id }, { kind: 'marking_scheme' });
			expect(await total('/pastpapers', 'year=2019')).toBe(2);
			expect(await total('/pastpapers', 'year=2019&series=july')).toBe(1);
			expect(await total('/pastpapers', 'year=2019&series=july&kind=paper')).toBe(0);
			expect(await total('/pastpapers', 'year=2019&series=none&kind=paper')).toBe(1);
			const subject = mine.subjectId;
			await paper({ ...mine, examSetId: july.id }, { subject_id: subject });
			expect(await total('/pastpapers', `subject_id=${subject}`)).toBe(1);
			expect(await total('/pastpapers', 'year=2019&subject_id=none')).toBe(2);
			expect(await total('/pastpapers', 'series=july&subject_id=none')).toBe(1);
			expect(await total('/pastpapers', 'subject_id=nowhere')).toBe(0);
			expect(await total('/pastpapers', 'series=june&kind=x')).toEqual({
				series: 'Series must be march, july, november, other or none',
				kind: 'Kind must be paper, marking_scheme or other',
			});

			const bare = await examSet(mine, { name: 'Bare' });
			expect(await total('/examsets', 'without_papers=true')).toBe(1);
			expect(await total('/examsets', 'without_papers=false')).toBe(3);
			const sets = (await site().call('GET', `/courses/${mine.courseId}/examsets`)).body.data;
			const papersOf = (id: string) => sets.find((set: { id: string }) => set.id === id).stats;
			expect([papersOf(old.id), papersOf(bare.id)]).toEqual([{ paperCount: 1 }, { paperCount: 0 }]);
			// Across all courses, also with a search.
			await course();
			const named = await site().call('GET', '/examsets?search=bare&without_papers=true');
			expect(named.body.data.data.map(({ id }: { id: string }) => id)).toContain(bare.id);
		});

		describe('names with numbers in them', () => {
			let family: Family;
			let list: string;
			beforeAll(async () => {
				family = await createContent(site()).family();
				const { id } = await createContent(site()).subject(family);
				list = `/courses/${family.courseId}/subjects/${id}/topics`;
				for (const name of NAMES.toReversed())
					await site().call('POST', list, { name, order_num: 1 });
			});
			const names = async (path: string): Promise<string[]> => {
				const { data } = (await site().call('GET', path)).body;
				return (data.data ?? data).map(({ name }: { name: string }) => name);
			};
			// Of two names that differ only in a leading zero, the one with the zero comes first.
			const sorted = NAMES.with(2, 'Paper 010').with(3, 'Paper 10');
			const all = (query: string) => `/topics?course_id=${family.courseId}&${query}`;

			it('are sorted numerically, under a parent and across all courses', async () => {
				expect(await names(list)).toEqual(sorted);
				const sortedNames = await names(all('sort=name&search=paper'));
				expect(sortedNames.filter((name) => NAMES.includes(name))).toEqual(sorted.slice(0, -1));
				const backwards = await names(all('sort=-name&search=paper'));
				expect(backwards).toEqual(sortedNames.toReversed());
			});
		});
	});
});

onSomeEngines('the list across all courses', (site) => {
	describe.each(lists)('$path', ({ path }) => {
		const ask = (query: Record<string, string>) =>
			site().call('GET', `${path}?${new URLSearchParams(query)}`);

		it.each([
			['page', '0', 'Page must be from 1 to 1,000,000'],
			['page', '1.5', 'Page must be a whole number'],
			['page', '', 'Page must be a whole number'],
			['page', '1000001', 'Page must be from 1 to 1,000,000'],
			['limit', '0', 'Limit must be from 1 to 100'],
			['limit', '101', 'Limit must be from 1 to 100'],
			['limit', 'all', 'Limit must be a whole number'],
			['published', '1', 'Published must be true or false'],
			['free', 'yes', 'Free must be true or false'],
			['search', 'x'.repeat(201), 'Search must be at most 200 characters'],
			['search', 'a\u0000b', 'Search contains a character that is not allowed'],
		])('refuses %s=%j instead of guessing', async (field, value, message) => {
			expect(await ask({ [field]: value })).toMatchObject(refused({ [field]: message }));
		});

		it.each(['id', '', 'name,id', 'constructor'])('refuses to sort by %j', async (sort) => {
			const answer = await ask({ sort });
			expect(answer.status).toBe(422);
			expect(answer.body.fields.sort).toMatch(/^Sort must be one of name, -name, order_num,/);
		});

		it('refuses repeated and unknown parameters', async () => {
			for (const field of ['search', 'course_id', 'published', 'free', 'sort', 'page', 'limit']) {
				const answer = await site().call('GET', `${path}?${field}=1&${field}=1`);
				expect(answer.status, field).toBe(422);
				expect(Object.keys(answer.body.fields)).toEqual([field]);
			}
			for (const query of ['colour=red', 'page[]=2', 'limit[$gt]=1', '__proto__=x']) {
				const { status, body } = await site().call('GET', `${path}?${query}`);
				expect([status, Object.keys(body.fields)]).toEqual([422, [query.split('=')[0]]]);
			}
			const plain = (await site().call('GET', path)).body;
			for (const query of ['', '&&=&'])
				expect((await site().call('GET', `${path}?${query}`)).body, query).toEqual(plain);
		});
	});
});

const NAMES = ['Paper 1', 'paper 9', 'Paper 10', 'Paper 010', 'Paper 10 b', 'Paper 109', 'Résumé'];
