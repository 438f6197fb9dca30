import { expect, it } from 'vitest';
import { courses } from '#shared/contract/courses.ts';
import { examSets } from '#shared/contract/exam-sets.ts';
import { newPassword } from '#shared/contract/passwords.ts';
import { pastPapers } from '#shared/contract/past-papers.ts';
import { email } from '#shared/contract/people.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { topics } from '#shared/contract/topics.ts';
import { matchesDocument, searchDocument, wordsOf } from '#shared/search-key.ts';
import type { z } from '#shared/zod.ts';
import { onEveryEngine } from '../test-app.ts';
import { contentOf, contentRows } from '../test-content.ts';

/** Beginnings and ends between which an injection stands (after the lists of SecLists and sqlmap). */
const OPENINGS = ["'", '"', '`', "')", '")', "'))", '1', '\\', "%'", '$$', "x'", '', '];', '-1'];
const MIDDLES = [
	...[
		' or 1=1',
		' or pg_sleep(5) is null',
		' union select null,null,name from people',
		';drop table courses',
	],
	...[
		' and randomblob(500000000) is null',
		' || (select email from people limit 1) || ',
		' order by 99',
	],
	...[
		" like '%",
		' and 1=cast((select version()) as int)',
		'; attach database "/tmp/x" as x',
		' is not null',
	],
];
const ENDS = [' -- ', ''];
const PAYLOADS = OPENINGS.flatMap((opening) =>
	MIDDLES.flatMap((middle) => ENDS.map((end) => `${opening}${middle}${end}`)),
);

onEveryEngine('what is written to be run', (site) => {
	it('is looked for as it stands, and finds what is called so', async () => {
		expect(PAYLOADS.length).toBeGreaterThanOrEqual(300);
		const { courseId } = await contentOf(site()).family();
		const named = PAYLOADS.filter((_, n) => n % 20 === 0).map((payload) => payload.trim());
		for (const name of new Set(named))
			expect((await site().call('POST', `/courses/${courseId}/subjects`, { name })).status).toBe(
				201,
			);
		const rows = await contentRows(site());
		for (const payload of PAYLOADS) {
			const text = encodeURIComponent(payload);
			const { status, body } = await site().call('GET', `/subjects?limit=100&search=${text}`);
			expect([payload, status]).toEqual([payload, 200]);
			if (wordsOf(payload).length === 0) continue;
			const matches = (name: string) => matchesDocument(searchDocument([name]), payload);
			const expected = new Set(named.filter(matches));
			expect([payload, body.data.total]).toEqual([payload, expected.size]);
		}
		expect(await contentRows(site())).toEqual(rows);
	});

	it('is refused or not found in every other place', async () => {
		const { courseId } = await contentOf(site()).family();
		const rows = await contentRows(site());
		for (const [n, payload] of PAYLOADS.entries()) {
			const text = encodeURIComponent(payload);
			const [path, expected] = [
				[`/subjects?sort=${text}`, 422],
				[`/subjects?page=${text}`, 422],
				[`/subjects?course_id=${text}`, 200],
				[`/transactions?status=${text}`, 422],
				[`/transactions?search=${text}`, 200],
				[`/transactions?from=${text}`, 422],
				[`/courses/${text}`, 404],
				[`/audit?actor=${text}`, 200],
				[`/audit?before=${text}`, 200],
			][n % 9] as [string, number];
			const answer = await site().call('GET', path);
			expect([path, answer.status]).toEqual([path, expected]);
			if (expected === 200 && !path.startsWith('/audit?before'))
				expect(answer.body.data.data).toEqual([]);
			const body = { name: 'x', order_num: payload, category_id: payload };
			const put = await site().call('PUT', `/courses/${courseId}`, body);
			expect(put.status).toBe(422);
		}
		expect(await contentRows(site())).toEqual(rows);
	});
});

it('no text takes a check of the contract long, however it is made', () => {
	const fields = Object.entries({
		email: email(),
		password: newPassword('Password'),
		...Object.fromEntries(
			[courses, subjects, topics, examSets, pastPapers].flatMap(({ key, create }) =>
				Object.entries(create.shape).map(([name, schema]) => [`${key}.${name}`, schema]),
			),
		),
	}) as [string, z.ZodMiniType][];
	expect(fields.length).toBeGreaterThan(20);
	const texts = [
		'a',
		' ',
		'\t',
		'0',
		'-',
		'.',
		'@',
		'a.',
		'a@',
		'/',
		'%',
		'\u0301',
		'\u200d',
		'://',
		'http://',
	]
		.flatMap((part) => [part.repeat(50_000 / part.length), `${part.repeat(50_000 / part.length)}!`])
		.concat(`${'a'.repeat(64)}@${'a.'.repeat(25_000)}`, `https://${'a.'.repeat(25_000)}!`);
	// A check that goes back and forth takes minutes for such a text; an honest one a few milliseconds.
	const began = performance.now();
	for (const [, schema] of fields) for (const one of texts) schema.safeParse(one);
	const each = (performance.now() - began) / (fields.length * texts.length);
	expect(each).toBeLessThan(500);
});
