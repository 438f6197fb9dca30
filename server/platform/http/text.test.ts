import { afterAll, beforeAll, expect, it } from 'vitest';
import { engines, makeTestApp, type TestApp } from '../../testing/app.ts';

/** Texts that databases, parsers and programmers have stumbled over. */
const NAUGHTY = [
	...['undefined', 'null', 'NaN', 'true', '0', '-0', '1e999', '0x0', '٣٤', '½', '¯\\_(ツ)_/¯'],
	...[
		"'",
		"''",
		'"',
		'`',
		"'--",
		'; drop table courses',
		"Robert'); --",
		'%s%n',
		'{0}',
		'$1',
		'$$',
	],
	...[
		'\\',
		'\\0',
		'\\u0000',
		'\\x00',
		'%00',
		'&#0;',
		'%',
		'_',
		'*',
		'?',
		'[a-z]',
		'../../..',
		'C:\\',
	],
	...['<b>x</b>', '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:x'],
	...['=1+1', '@SUM(A1)', '+254712345678', '-1', '|x', '\ttab', 'line\nbreak', 'carriage\rreturn'],
	...[
		'\u0000',
		'a\u0000b',
		'\u0001',
		'\u001b[31m',
		'\u007f',
		'\u0085',
		'\u009f',
		'\ufffe',
		'\uffff',
	],
	...['\ud800', 'a\udfffb', '\udc00\ud800', '\ud83c\udf93', '\u{10ffff}', '\ufeffx', 'x\ufeff'],
	...[
		'\u202ex',
		'\u2066x\u2069',
		'\u200e',
		'\u200f',
		'\u061c',
		'\u200b',
		'\u00ad',
		'\u2028',
		'a\u2028b',
	],
	...['ﬁ', 'ﷺ', 'Ⅷ', 'é', 'e\u0301', 'Å', '\u212b', 'ǅ', 'ß', 'ẞ', 'İ', 'ı', 'Σίσυφος', '\u0958'],
	...[
		'Ñandú',
		'ŵ',
		'Ng’ombe',
		'Ũthiĩ',
		'ኢትዮጵያ',
		'עברית',
		'العربية',
		'हिन्दी',
		'中文',
		'日本語',
		'한국어',
	],
	...[
		'👩🏾‍🎓',
		'🇰🇪',
		'🎓'.repeat(200),
		'🎓'.repeat(201),
		'e\u0301'.repeat(200),
		'z\u0300\u0301'.repeat(60),
	],
];

let sites: TestApp[];
beforeAll(async () => {
	sites = await Promise.all(engines.map(makeTestApp));
});
afterAll(() => Promise.all(sites.map((site) => site.close())));

/** Stores each text as a name and as a description, on one engine; resolves to what became of them. */
const outcomes = async ({ call }: TestApp) => {
	const rest = { order_num: 1, category_id: 'cat_artisan' };
	const [results, made] = [[] as unknown[], new Map<string, unknown>()];
	for (const text of NAUGHTY)
		for (const field of ['name', 'description']) {
			const answer = await call('POST', '/courses', { ...rest, name: 'x', [field]: text });
			expect([201, 422]).toContain(answer.status);
			const { data, fields } = answer.body;
			if (data) made.set(data.id, data);
			const value = data ? data[field] : fields;
			if (field === 'name' && data) expect(value).toBe(text.trim().normalize('NFC'));
			results.push({ text, field, value });
		}
	const stored: { id: string }[] = (await call('GET', '/courses')).body.data;
	expect(new Map(stored.map((course) => [course.id, course]))).toEqual(made);
	return results;
};

it('any text is stored unchanged or refused, the same on both engines', async () => {
	const [sqlite, postgres] = await Promise.all(sites.map(outcomes));
	expect(postgres).toEqual(sqlite);
});

it('SQL in a search or a filter is text', async () => {
	for (const { call } of sites)
		for (const text of ["' or 1=1 -- ", '"; drop table courses;', "%') union select null", '$1\\'])
			for (const [path, status] of [
				['/subjects?search=', 200],
				['/transactions?search=', 200],
				['/subjects?sort=', 422],
				['/subjects?course_id=', 200],
			] as const) {
				const answer = await call('GET', path + encodeURIComponent(text));
				expect([path, answer.status]).toEqual([path, status]);
				if (status === 200) expect(answer.body.data.data).toEqual([]);
			}
});

it('a NUL is refused in a query, is no id, and a body is UTF-8', async () => {
	for (const { call, inject } of sites) {
		for (const path of [
			'/transactions?search=a%00b',
			'/audit?actor=%00',
			'/subjects?course_id=%00',
		])
			expect((await call('GET', path)).status).toBe(422);
		for (const path of ['/courses/%00', '/topics/a%00b', '/transactions/%00', '/people/%00'])
			expect((await call('GET', path)).status).toBeOneOf([404, 405]);
		const headers = { 'content-type': 'application/json' };
		const payload = Buffer.from('{"name":"Café"}', 'latin1');
		const posted = await inject({ method: 'POST', url: '/api/courses', payload, headers });
		expect(posted.statusCode).toBe(400);
	}
});
