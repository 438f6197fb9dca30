import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldText, hasAllWords, splitWords } from '#shared/search-key.ts';
import { AT_LENGTH } from '../../../tests/faults/length.ts';
import { engines, makeTestApp, type TestApp } from '../../testing/app.ts';
import { searchColumns } from './search.ts';

/** Letters that searches and orders go wrong with: wildcards, quotes, case pairs, marks, other scripts. */
const LETTERS = [
	...['%', '_', '\\', "'", '"', '*', '?', '[', ']', '^', '-', '|', '&', ':', ';', '(', '$1', ' '],
	...['a', 'A', 'b', 'B', 'ß', 'ẞ', 'i', 'I', 'İ', 'ı', 'é', 'É', 'e\u0301', 'K', 'Å', 'å'],
	...[
		'ñ',
		'ŋ',
		"ng'",
		'ũ',
		'Ũ',
		'Σ',
		'σ',
		'ς',
		'ǅ',
		'ﬁ',
		'Ａ',
		'中',
		'ع',
		'क्ष',
		'🎓',
		'👩🏾‍🎓',
		'\u200b',
		'\ufffd',
	],
];
const text = fc.array(fc.constantFrom(...LETTERS), { maxLength: 6 }).map((parts) => parts.join(''));

const uuid = (group: number, at: number) =>
	`0190000${group}-0000-7000-8000-${at.toString(16).padStart(12, '0')}`;

const SEED = 20_261_120;
const COURSES = 4;
const SUBJECTS = 160;
const QUERIES = AT_LENGTH ? 300 : 45;

const instant = (at: number) =>
	new Date(Date.UTC(2026, 0, 1) + (at % 40) * 3_600_000).toISOString();

/** Returns the same rows for both engines, including ids and times, so that whole answers can be compared. */
const rows = () => {
	const names = fc.sample(text, { numRuns: SUBJECTS, seed: SEED });
	const courses = Array.from({ length: COURSES }, (_, at) => ({
		id: uuid(1, at),
		name: `Course ${at}`,
		...searchColumns({ name: `Course ${at}` }),
		order_num: at,
		category_id: 'cat_diploma' as const,
		created_at: instant(at),
		updated_at: instant(at),
	}));
	const subjects = names.map((name, at) => ({
		id: uuid(2, (at * 7919) % 65_536),
		course_id: uuid(1, at % COURSES),
		name: name.trim().normalize('NFC') || 'x',
		...searchColumns({ name: name.trim() || 'x' }),
		order_num: at % 11,
		published: at % 3 === 0,
		free: at % 5 === 0,
		created_at: instant(at * 3),
		updated_at: instant(at * 5),
	}));
	return { courses, subjects };
};

describe('on both engines', () => {
	const { courses, subjects } = rows();
	let sites: TestApp[];
	beforeAll(async () => {
		sites = await Promise.all(engines.map(makeTestApp));
		for (const { database } of sites)
			await database.write(async (trx) => {
				await trx.insertInto('courses').values(courses).execute();
				await trx.insertInto('subjects').values(subjects).execute();
			});
	});
	afterAll(() => Promise.all(sites.map((site) => site.close())));

	const ask = (query: Record<string, string>) =>
		Promise.all(
			sites.map(async ({ call }) => {
				const { status, body } = await call('GET', `/subjects?${new URLSearchParams(query)}`);
				return { status, body };
			}),
		);

	const query = fc.record(
		{
			search: fc.oneof(
				text,
				// Parts of existing names in another case, so that most searches have results.
				fc
					.tuple(fc.constantFrom(...subjects), fc.nat(5), fc.integer({ min: 1, max: 4 }))
					.map(([{ name }, at, length]) =>
						[...name]
							.slice(at, at + length)
							.join('')
							.toUpperCase(),
					),
			),
			course_id: fc.constantFrom(...courses.map(({ id }) => id), uuid(1, 99)),
			published: fc.constantFrom('true', 'false'),
			free: fc.constantFrom('true', 'false'),
			sort: fc
				.tuple(
					fc.constantFrom('', '-'),
					fc.constantFrom('name', 'order_num', 'created_at', 'updated_at'),
				)
				.map((parts) => parts.join('')),
			page: fc.integer({ min: 1, max: 4 }).map(String),
			limit: fc.constantFrom('1', '3', '25', '100'),
		},
		{ requiredKeys: [] },
	);

	it('any search, filter, sort and page returns the same rows', async () => {
		let matches = 0;
		await fc.assert(
			fc.asyncProperty(query, async (values) => {
				const [sqlite, postgres] = await ask(values as Record<string, string>);
				expect(postgres).toEqual(sqlite);
				expect(sqlite?.status).toBe(200);
				matches += sqlite?.body.data.total;
			}),
			{ numRuns: QUERIES, seed: SEED },
		);
		expect(matches).toBeGreaterThan(QUERIES);
	});

	it('a search finds exactly the names with words that start with its words', async () => {
		await fc.assert(
			fc.asyncProperty(text, async (search) => {
				if (splitWords(search).length === 0) return;
				const parents = (id: string) => courses.find((course) => course.id === id)?.search_text;
				const expected = subjects
					.filter(({ search_text, course_id }) =>
						hasAllWords(`${search_text}${parents(course_id)}`, search),
					)
					.map(({ id }) => id)
					.sort();
				for (const { body } of await ask({ search, limit: '100' })) {
					expect(body.data.total).toBe(expected.length);
					const ids = body.data.data.map(({ id }: { id: string }) => id).sort();
					if (expected.length <= 100) expect(ids).toEqual(expected);
				}
			}),
			{ numRuns: QUERIES / 3, seed: SEED },
		);
	});

	it.each([
		['%', '100% Pass'],
		['_', 'a_b'],
		['\\', 'C:\\temp'],
		['\\%', 'x\\%y'],
		["ng'ombe", 'Ng’ombe'],
		['ngombe', "Ng'ombe"],
		['UMEME', 'Umeme wa Jua'],
		['CAFÉ', 'Cafe\u0301'],
		['cafe\u0301', 'CAFÉ'],
		['ũthomi', 'Ũthomi'],
		['中文', '中文课'],
		['🎓', 'Graduation 🎓 day'],
	])('a search for %j finds only names that contain it, like %j', async (search, name) => {
		const id = uuid(3, 1);
		for (const { database } of sites)
			await database.write((trx) =>
				trx
					.insertInto('subjects')
					.values({
						...(subjects[0] as (typeof subjects)[number]),
						id,
						name: name.normalize('NFC'),
						...searchColumns({ name }),
					})
					.execute(),
			);
		for (const { status, body } of await ask({ search, limit: '100' })) {
			expect(status).toBe(200);
			expect(body.data.data.map((item: { id: string }) => item.id)).toContain(id);
			for (const item of body.data.data) expect(foldText(item.name)).toContain(foldText(search));
		}
		for (const { database } of sites)
			await database.write((trx) => trx.deleteFrom('subjects').where('id', '=', id).execute());
	});
});
