import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchGroup } from '#shared/contract/content/search.ts';
import { storePayments } from '../../finance/payments/store.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { createContent, refused } from '../../testing/content.ts';
import { searchCalls } from './fixtures/calls.ts';

const SMS = (receipt: string) =>
	`${receipt} Confirmed. Ksh1,500.00 sent to UFUNDI for account KNEC-2026 on 28/11/25 at 9:00 AM.\nNew M-PESA balance is Ksh20.00. Transaction cost, Ksh23.00.`;

onEveryEngine('the search for everything', (site) => {
	let ids: Record<'course' | 'subject' | 'topic' | 'set' | 'paper', string>;
	const paid: { id: string; receipt: string | null }[] = [];

	beforeAll(async () => {
		const make = createContent(site());
		const course = await make.course({ name: 'Diploma in Welding Technology' });
		const subject = await make.subject({ courseId: course.id }, { name: 'Arc Welding' });
		const place = { courseId: course.id, subjectId: subject.id };
		const topic = await make.topic(place, { name: 'Weld', isPublished: false });
		for (const name of ['Outwelding', 'Tools (welded)', 'Weld defects', 'Welding of pipes'])
			await make.topic(place, { name });
		const set = await make.examSet(
			{ courseId: course.id },
			{ name: '2025 July Series', year: 2025 },
		);
		const paper = await make.paper(
			{ courseId: course.id, examSetId: set.id },
			{ name: 'Paper 10 Welding 2521/303' },
		);
		ids = { course: course.id, subject: subject.id, topic: topic.id, set: set.id, paper: paper.id };
		const at = Date.UTC(2026, 0, 5);
		const stored = await site().database.write((trx) =>
			storePayments(
				trx,
				[
					{ receipt: 'UA51ABCD5E', phone: '254712345678', payer_name: 'JANE WELDER' },
					{ receipt: 'UA52FGHJ6K', phone: '254712345679', payer_name: 'PETER' },
					{ receipt: null, phone: '254712345677', payer_name: null },
				].map((each, n) => [
					{
						origin: 'sample',
						status: each.receipt ? 'completed' : 'pending',
						amount: 1_500,
						...each,
					} as never,
					at + n,
				]),
				'sample',
			),
		);
		paid.push(...stored);
	});

	it('ranks equal names, prefixes, prefixes of words, then names of parents', async () => {
		const { names } = searchCalls(site());
		expect((await names('WELD', 'topics')).topics).toEqual([
			...['Weld', 'Welding of pipes', 'Weld defects', 'Tools (welded)', 'Outwelding'],
		]);
	});

	it('finds names with & by and, and names with and by &', async () => {
		const make = createContent(site());
		const { id: courseId } = await make.course();
		for (const name of ['Zinc & Safety', 'Zinc and Safety', 'Zinc Safety'])
			await make.subject({ courseId }, { name });
		const { names } = searchCalls(site());
		for (const query of ['zinc & safety', 'Zinc and Safety'])
			expect((await names(query, 'subjects')).subjects?.sort()).toEqual([
				'Zinc & Safety',
				'Zinc and Safety',
			]);
	});

	it('ranks names with the signs of C++ and C# first', async () => {
		const make = createContent(site());
		const { id: courseId } = await make.course();
		for (const name of ['C in brief', 'C# by example', 'Objects in C++', 'Cables', 'C'])
			await make.subject({ courseId }, { name });
		const { names } = searchCalls(site());
		expect((await names('c++', 'subjects')).subjects?.[0]).toBe('Objects in C++');
		expect((await names('C#', 'subjects')).subjects?.[0]).toBe('C# by example');
	});

	it('finds initials and words with dashes in each spelling, the own name first', async () => {
		const make = createContent(site());
		const { id: courseId } = await make.course();
		for (const name of [
			'P.L.C.',
			'P.L.C. Ladders',
			'Wiring for PLC',
			'Pre-stressed',
			'Prestressed',
		])
			await make.subject({ courseId }, { name });
		const { names } = searchCalls(site());
		for (const query of ['PLC', 'p.l.c.'])
			expect((await names(query, 'subjects')).subjects).toEqual([
				...['P.L.C.', 'P.L.C. Ladders', 'Wiring for PLC'],
			]);
		for (const query of ['prestressed', 'pre-stressed'])
			expect((await names(query, 'subjects')).subjects?.sort()).toEqual([
				'Pre-stressed',
				'Prestressed',
			]);
	});

	it('ranks the kind with the best match first, and names the parents of hits', async () => {
		const { groups } = await searchCalls(site()).find('welding');
		expect(groups.map(({ kind }) => kind)).toEqual([
			...['topics', 'courses', 'subjects', 'pastpapers', 'examsets'],
		]);
		const [papers] = groups.filter(({ kind }) => kind === 'pastpapers') as [SearchGroup];
		const [subjects] = groups.filter(({ kind }) => kind === 'subjects') as [SearchGroup];
		const course = { kind: 'courses', id: ids.course, name: 'Diploma in Welding Technology' };
		expect(subjects).toEqual({
			kind: 'subjects',
			total: 1,
			items: [
				{
					id: ids.subject,
					kind: 'subjects',
					name: 'Arc Welding',
					path: [course],
					published: true,
					visible_from: null,
					note: null,
				},
			],
		});
		expect(papers.items[0]).toEqual({
			id: ids.paper,
			kind: 'pastpapers',
			name: 'Paper 10 Welding 2521/303',
			path: [course, { kind: 'examsets', id: ids.set, name: '2025 July Series' }],
			published: false,
			visible_from: null,
			note: null,
		});
	});

	it('returns the year of an exam set, and no state of a course', async () => {
		const { find } = searchCalls(site());
		const [set] = (await find('july', 'examsets')).groups;
		expect(set?.items[0]).toMatchObject({ note: '2025', published: false });
		const [course] = (await find('diploma', 'courses')).groups;
		expect(course?.items[0]).toMatchObject({ note: null, published: null, path: [] });
	});

	it('finds a name by a prefix with a number, by a code, and by two letters', async () => {
		const { names } = searchCalls(site());
		expect(await names('paper 10')).toEqual({ pastpapers: ['Paper 10 Welding 2521/303'] });
		expect(await names('2521/303')).toEqual({ pastpapers: ['Paper 10 Welding 2521/303'] });
		expect(await names('ju')).toMatchObject({ examsets: ['2025 July Series'] });
	});

	it('matches prefixes of words, never the inside', async () => {
		const { names } = searchCalls(site());
		expect(await names('20', 'examsets,topics')).toEqual({ examsets: ['2025 July Series'] });
		expect(await names('to', 'topics')).toEqual({ topics: ['Tools (welded)'] });
		expect(await names('ol')).toEqual({});
		expect(await names('ool', 'topics')).toEqual({});
	});

	it('finds words in any order, an item before its children', async () => {
		const { find } = searchCalls(site());
		const { corrected, groups } = await find('technology  welding');
		expect(corrected).toBeNull();
		expect(groups[0]?.kind).toBe('courses');
	});

	it.each(['course', 'subject', 'topic', 'set', 'paper'] as const)(
		'finds a %s by its id alone',
		async (which) => {
			const { groups } = await searchCalls(site()).find(ids[which].toUpperCase());
			expect(groups.flatMap(({ items }) => items.map(({ id }) => id))).toEqual([ids[which]]);
		},
	);

	it('is limited to kinds, and rejects unknown ones', async () => {
		const { answer, names } = searchCalls(site());
		expect(Object.keys(await names('welding', 'courses,topics'))).toEqual(['topics', 'courses']);
		for (const kinds of ['', 'course', 'topics,'])
			expect((await site().call('GET', `/search?q=weld&kinds=${kinds}`)).status).toBe(422);
		expect(await answer('welding', 'nothing')).toMatchObject({
			body: { fields: { kinds: expect.stringContaining('Kinds must be some of courses') } },
		});
	});

	it('accepts two to 1,000 characters', async () => {
		const { answer } = searchCalls(site());
		expect(await answer('w')).toMatchObject(refused({ q: 'Search must be at least 2 characters' }));
		expect((await answer('   ')).status).toBe(422);
		expect((await answer(' w \n')).status).toBe(422);
		expect(await site().call('GET', '/search')).toMatchObject(refused({ q: 'Search is required' }));
		expect((await answer('ab')).status).toBe(200);
		expect((await answer('a '.repeat(500))).status).toBe(200);
		expect(await answer('a'.repeat(1_001))).toMatchObject(
			refused({ q: 'Search must be at most 1,000 characters' }),
		);
	});

	describe('payments', () => {
		it.each([
			['a receipt', 'ua51abcd5e'],
			['a whole message', SMS('UA51ABCD5E')],
			['a phone in any spelling', '0712 345-678'],
		])('are found by %s, before all else', async (_, q) => {
			const { groups } = await searchCalls(site()).find(q);
			expect(groups[0]).toEqual({
				kind: 'payments',
				total: 1,
				items: [
					{
						id: paid[0]?.id,
						kind: 'payments',
						name: 'UA51ABCD5E',
						path: [],
						published: null,
						note: '254712345678 · KSh 1,500 · Completed',
					},
				],
			});
		});

		it('are found by id, also without a receipt', async () => {
			const { groups } = await searchCalls(site()).find(paid[2]?.id ?? '');
			expect(groups).toHaveLength(1);
			expect(groups[0]?.items[0]).toMatchObject({
				name: 'No receipt yet',
				note: '254712345677 · KSh 1,500 · Pending',
			});
		});

		it('rank behind better names for a partial match', async () => {
			const { groups } = await searchCalls(site()).find('welder');
			expect(groups.map(({ kind }) => kind)).toEqual(['payments']);
			const both = await searchCalls(site()).find('weld');
			expect(both.groups.at(-1)?.kind).toBe('payments');
		});

		it('are hidden from people without the permission, for any query', async () => {
			for (const role of ['editor', 'viewer'] as const) {
				const { call } = await site().as(role);
				const { find } = searchCalls(site(), call);
				for (const q of ['UA51ABCD5E', SMS('UA51ABCD5E'), '254712345678', paid[0]?.id ?? ''])
					expect(await find(q)).toEqual({ corrected: null, groups: [] });
				expect(await find('254712345678', 'payments')).toEqual({ corrected: null, groups: [] });
			}
			const finance = await site().as('finance');
			expect(await searchCalls(site(), finance.call).names('UA51ABCD5E')).toEqual({
				payments: ['UA51ABCD5E'],
			});
			const key = await site().asKey('editor');
			expect((await searchCalls(site(), key.call).find('UA51ABCD5E')).groups).toEqual([]);
			expect(
				(await searchCalls(site(), (await site().asKey('metrics')).call).answer('weld')).status,
			).toBe(403);
			expect((await searchCalls(site(), site().anyone).answer('weld')).status).toBe(401);
		});
	});

	it('finds people for administrators only, with their total', async () => {
		const person = await site().as('viewer');
		for (let n = 0; n < 6; n++) await site().as('finance');
		const { find } = searchCalls(site());
		const { groups } = await find(person.email);
		expect(groups[0]).toMatchObject({ kind: 'people', total: 1 });
		expect(groups[0]?.items[0]).toMatchObject({ id: person.id, note: person.email, path: [] });
		const [people] = (await find('finance', 'people')).groups;
		expect(people?.items).toHaveLength(5);
		expect(people?.total).toBeGreaterThanOrEqual(6);
		for (const { call } of [person, await site().asKey('admin')])
			expect((await searchCalls(site(), call).find('finance')).groups).toEqual([]);
	});
});
