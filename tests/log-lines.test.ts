import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { FORM_TYPE, formOf } from '../server/files/fixtures/form.ts';
import { WITH_ADMIN } from './e2e/people.ts';
import { signIn } from './signed-in.ts';
import { startSite } from './site.ts';

/** What would begin a line of its own, colour a terminal, or add a header, if it came through as it is. */
const BREAKS = [
	'\r\n',
	'\n',
	'\u001b[31m',
	'\u001b]0;x\u0007',
	'\u2028',
	'\u0085',
	'\0',
	'\b',
	'%0d%0a',
];
const FORGED = '{"level":60,"time":1,"msg":"forged"}';

it('what callers write forges no line of the log, and no header', async () => {
	const site = await startSite({ ...WITH_ADMIN, LOG_LEVEL: 'trace', TRUST_PROXY: '127.0.0.1' });
	try {
		const headers = { ...(await signIn(site.url)), 'content-type': 'application/json' };
		const { hostname, port } = new URL(site.url);
		const post = (path: string, body: unknown, more: Record<string, string> = {}) =>
			fetch(`${site.url}/api${path}`, {
				method: 'POST',
				headers: { ...headers, ...more },
				body: JSON.stringify(body),
			});
		/** A request as it stands, which a proper client would not send. */
		const raw = async (line: string, ...lines: string[]) => {
			const socket = connect(Number(port), hostname).on('error', () => {});
			await once(socket, 'connect');
			socket.end(
				`${[line, 'Host: x', 'Connection: close', ...lines].join('\r\n')}\r\n\r\n`,
				'latin1',
			);
			return text(socket).catch(() => '');
		};
		for (const [n, bit] of BREAKS.entries()) {
			const name = `Pipes ${n}${bit}Set-Cookie: forged=1${bit}${FORGED}`;
			await post('/courses', { name, order_num: 1, category_id: 'cat_artisan' });
			await post('/auth/sign-in/email', { email: `a${bit}${FORGED}@example.org`, password: name });
			await post('/links/look', { token: name });
			const filename = `notes${bit}Set-Cookie: forged=1${bit}.pdf`;
			const form = await fetch(`${site.url}/api/upload`, {
				method: 'POST',
				headers: { ...headers, 'content-type': FORM_TYPE },
				body: formOf({ filename, content: '%PDF-1.4\n%%EOF' }),
			});
			expect(form.status).toBeLessThan(500);
			for (const where of [
				[`GET /api/subjects?search=${bit}${FORGED} HTTP/1.1`],
				[`GET /api/courses/${bit}Set-Cookie:%20forged=1${bit}${FORGED} HTTP/1.1`],
				['GET /api/courses HTTP/1.1', `User-Agent: a${bit}${FORGED}`],
				['GET /api/courses HTTP/1.1', `X-Forwarded-For: ${bit}${FORGED}`],
				['GET /api/courses HTTP/1.1', `X-Request-Id: a${bit}Set-Cookie: forged=1`],
				['GET /api/courses HTTP/1.1', `Authorization: Bearer a${bit}${FORGED}`],
				[`GET /admin/${bit}Set-Cookie:%20forged=1 HTTP/1.1`],
			]) {
				const answer = await raw(...(where as [string]));
				expect(answer.split('\r\n\r\n')[0]).not.toMatch(/^set-cookie/im);
			}
		}
		const said = site.log().split('\n').slice(0, -1);
		expect(said.length).toBeGreaterThan(100);
		for (const line of said) {
			// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
			expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
			expect(JSON.parse(line)).toMatchObject({
				level: expect.any(Number),
				pid: expect.any(Number),
			});
		}
		expect(said.map((line) => JSON.parse(line).msg)).not.toContain('forged');
	} finally {
		await site.stop();
	}
}, 120_000);
