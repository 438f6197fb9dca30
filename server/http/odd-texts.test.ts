import { expect, it } from 'vitest';
import { onEveryEngine } from '../test-app.ts';
import { contentOf } from '../test-content.ts';

const course = (name: string) => `{"name":${name},"order_num":1,"category_id":"cat_artisan"}`;

onEveryEngine('what is no text', (site) => {
	it.each([
		...['/transactions?search=', '/transactions?result_code=', '/transactions?status='],
		...['/audit?actor=', '/audit?action=', '/audit?item_id=', '/audit?before=', '/audit?from='],
		...['/history/course/x?before=', '/subjects?search=', '/subjects?course_id=', '/topics?sort='],
		...['/transactions/strays?page='],
	])('is refused in %s', async (path) => {
		const answers = ['%00', 'a%00b'].map((odd) => site().call('GET', path + odd));
		for (const { status, body } of await Promise.all(answers))
			expect([status, body.code, Object.keys(body.fields)]).toEqual([
				...[422, 'invalid'],
				[/(\w+)=/.exec(path)?.[1]],
			]);
		for (const odd of ['%ff', '%c3', '%ed%a0%80', '%E0%A4%A', '%zz']) {
			const { status, body } = await site().call('GET', path + odd);
			expect([odd, status, body.code]).toEqual([odd, 400, 'bad_request']);
		}
		expect((await site().call('GET', `${path}%25`)).status).not.toBe(400);
	});

	it('is no address of anything', async () => {
		const { courseId } = await contentOf(site()).family();
		for (const path of [
			...['/history/%00/x', '/courses/%00', `/courses/${courseId}%00`, '/topics/a%00b'],
			...['/audit/%00', '/transactions/%00', '/people/%00', '/files/%00', '/keys/%00'],
		])
			for (const method of ['GET', 'DELETE'] as const) {
				const { status, body } = await site().call(method, path);
				expect([path, status]).toEqual([path, expect.toBeOneOf([404, 405])]);
				expect(body.success).toBe(false);
			}
		const { status, body } = await site().call('GET', '/history/course/%00');
		expect([status, body.data.data]).toEqual([200, []]);
	});

	it.each([
		['utf-16', 415],
		['latin1', 415],
		['iso-8859-1', 415],
		['"windows-1252"', 415],
		['UTF-8', 201],
		['"utf8"', 201],
	])('a body declared as %s is answered with %i', async (charset, status) => {
		const type = { 'content-type': `application/json; charset=${charset}` };
		const answer = await site().call('POST', '/courses', course('"Plumbing"'), type);
		expect(answer.status).toBe(status);
	});

	it('is refused in a body, and what only looks like it is kept', async () => {
		const post = (url: string, payload: string | Buffer) =>
			site().inject({
				method: 'POST',
				url,
				payload,
				headers: { 'content-type': 'application/json' },
			});
		const latin1 = Buffer.from(course('"Café"'), 'latin1');
		const utf16 = Buffer.from(course('"Café"'), 'utf16le');
		for (const body of [latin1, utf16])
			expect((await post('/api/courses', body)).statusCode).toBe(400);
		expect((await post('/api/courses', course('"a\\u0000b"'))).statusCode).toBe(422);
		for (const email of ['"a\\u0000@example.org"', '"\\u0000"']) {
			const body = `{"email":${email},"password":"a long pass phrase"}`;
			expect((await post('/api/auth/sign-in/email', body)).statusCode).toBe(422);
		}
		const made = await post('/api/courses', course('"a\\\\u0000b"'));
		expect([made.statusCode, made.json().data.name]).toEqual([201, 'a\\u0000b']);
	});
});
