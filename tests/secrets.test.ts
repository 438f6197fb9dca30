import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openMailServer } from '../server/platform/sign-in/fixtures/mail-server.ts';
import { codeOf } from '../server/platform/sign-in/fixtures/totp.ts';
import { makePostgresDatabase } from '../server/testing/app.ts';
import { CREDENTIALS, startSimulator } from '../tools/daraja-simulator/simulator.ts';
import { SOME_ENGINES } from './faults/length.ts';
import { startServer } from './process.ts';
import { findSecrets, readBundle, readCommandLines } from './secrets-found.ts';

const CONSOLE = { 'x-requested-with': 'console', 'content-type': 'application/json' };
const SECRET = '0c5b7f1e93d64a82b7e05f6d1c8a9342e7fb60d5a18c42939ed7046b5f2c81ad';
const PASSWORDS = {
	first: 'nine copper rivets in a jar',
	wrong: 'no person here has this one',
	invited: 'a lathe under green canvas',
	reset: 'two vernier gauges, oiled',
};
const HOOK = 'x7Kq2vHc9LmZp4RtWb8Nd3Fs';
const WRONG_HOOK = 'guessed-segment-of-an-address-7';
// Not one of the examples in the console.
const PHONE = '254790418365';
const MAIL_PASSWORD = 'mails-go-out-by-this';
const MPESA = {
	MPESA_CONSUMER_KEY: CREDENTIALS.consumerKey,
	MPESA_CONSUMER_SECRET: CREDENTIALS.consumerSecret,
	MPESA_PASSKEY: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
	MPESA_SHORTCODE: '174379',
	MPESA_HOOK_TOKEN: HOOK,
};

/** Sends a request until the server is not too busy for it. */
const fetchPatiently = async (url: string, options: RequestInit) => {
	for (;;) {
		const answer = await fetch(url, options);
		if (answer.status !== 503) return answer;
		await sleep(1_000);
	}
};

/** Returns the cookies of a browser and its calls. */
const openVisitor = (url: string) => {
	const cookies = new Map<string, string>();
	return {
		cookies,
		call: async (method: string, path: string, body?: unknown, more?: Record<string, string>) => {
			const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
			const answer = await fetchPatiently(`${url}${path}`, {
				method,
				headers: { ...CONSOLE, ...(cookie && { cookie }), ...more },
				...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
			});
			for (const line of answer.headers.getSetCookie()) {
				const [name = '', value = ''] = line.split(';')[0]?.split('=', 2) ?? [];
				if (value !== '') cookies.set(name, value);
			}
			const text = await answer.text();
			const isJson = answer.headers.get('content-type')?.includes('json') && text !== '';
			// biome-ignore lint/suspicious/noExplicitAny: tests look into any body
			return { status: answer.status, text, body: (isJson ? JSON.parse(text) : {}) as any };
		},
	};
};

type Visitor = ReturnType<typeof openVisitor>;

describe.each(SOME_ENGINES)('a site with every secret (%s)', (engine) => {
	it('has no secret in its log, answers, bundle or command lines', async () => {
		const simulator = await startSimulator();
		const DATABASE_URL = engine === 'postgres' ? await makePostgresDatabase() : undefined;
		const mailServer = await openMailServer();
		const site = await startServer({
			ADMIN_EMAIL: 'first@example.org',
			ADMIN_PASSWORD: PASSWORDS.first,
			SECRET,
			...MPESA,
			MPESA_BASE_URL: simulator.url,
			LOG_LEVEL: 'info',
			SMTP_URL: mailServer.settings.url.replace('//', `//console:${MAIL_PASSWORD}@`),
			MAIL_FROM: 'u@example.org',
			...(DATABASE_URL && { DATABASE_URL }),
		});
		const secrets: Record<string, string> = { SECRET, ...PASSWORDS, HOOK, WRONG_HOOK };
		Object.assign(secrets, { MAIL_PASSWORD, passkey: MPESA.MPESA_PASSKEY });
		const { consumerKey, consumerSecret } = CREDENTIALS;
		const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
		Object.assign(secrets, { consumerSecret, basic });
		Object.assign(secrets, { phone: PHONE, localPhone: `0${PHONE.slice(3)}` });
		const keepCookies = (whose: string, { cookies }: Visitor) => {
			for (const [name, value] of cookies) {
				secrets[`${whose}: ${name}`] = decodeURIComponent(value);
				const [token = ''] = decodeURIComponent(value).split('.');
				// The cookie of a session that ends with the browser is only `true`.
				if (token.length > 9) secrets[`${whose}: token of ${name}`] = token;
			}
		};
		const ok = async (answer: Promise<{ status: number; text: string }>) => {
			const { status, text } = await answer;
			expect(status, text).toBeLessThan(300);
		};
		try {
			// Sign-in with a wrong and the right password, and with a second factor.
			const admin = openVisitor(site.url);
			const email = 'first@example.org';
			const signIn = (who: Visitor, password: string) =>
				who.call('POST', '/api/auth/sign-in/email', { email, password });
			expect((await signIn(admin, PASSWORDS.wrong)).status).toBe(401);
			await ok(signIn(admin, PASSWORDS.first));
			keepCookies('before the second factor', admin);
			const enabled = await admin.call('POST', '/api/auth/two-factor/enable', {
				password: PASSWORDS.first,
			});
			const { totpURI, backupCodes } = enabled.body;
			secrets.totp = new URL(totpURI).searchParams.get('secret') ?? '';
			Object.assign(secrets, { code: codeOf(totpURI), wrongCode: '918273' });
			const verify = (who: Visitor, way: string, code?: string) =>
				who.call('POST', `/api/auth/two-factor/verify-${way}`, { code });
			expect((await verify(admin, 'totp', secrets.wrongCode)).status).toBe(401);
			await ok(verify(admin, 'totp', secrets.code));
			keepCookies('with a second factor', admin);
			const again = openVisitor(site.url);
			await ok(signIn(again, PASSWORDS.first));
			keepCookies('before a recovery code', again);
			[secrets.recovery = '', secrets.unusedRecovery = ''] = backupCodes;
			await ok(verify(again, 'backup-code', secrets.recovery));
			keepCookies('by a recovery code', again);
			expect((await verify(openVisitor(site.url), 'backup-code', 'x')).status).toBe(401);

			// API keys, right and wrong.
			const key = await admin.call('POST', '/api/keys', { name: 'A', role: 'editor', days: 30 });
			secrets.key = key.body.data.secret;
			const bearer = { authorization: `Bearer ${secrets.key}` };
			const program = openVisitor(site.url);
			await ok(program.call('GET', '/api/courses', undefined, bearer));
			expect((await program.call('GET', '/api/keys', undefined, bearer)).status).toBe(403);
			secrets.wrongKey = `${secrets.key?.slice(0, -4)}wxyz`;
			const wrongBearer = { authorization: `Bearer ${secrets.wrongKey}` };
			expect((await program.call('GET', '/api/courses', undefined, wrongBearer)).status).toBe(401);

			// Links, by hand and by an e-mail that cannot be sent.
			const invited = await admin.call('POST', '/api/people', {
				name: 'B',
				email: 'second@example.org',
				role: 'finance',
			});
			const readMailedToken = async (page: string) => {
				const findToken = () => {
					const text = mailServer.emails.map(({ text }) => text).join('');
					return new RegExp(`/${page}#([\\w-]{43})`).exec(text)?.[1] ?? '';
				};
				await expect.poll(findToken).not.toBe('');
				return findToken();
			};
			secrets.invitation = await readMailedToken('invitation');
			const use = (token: string | undefined, password: string) =>
				openVisitor(site.url).call('POST', '/api/links/use', { token, password });
			await ok(admin.call('POST', '/api/links/check', { token: secrets.invitation }));
			expect((await use(secrets.invitation, 'short')).status).toBe(422);
			await ok(use(secrets.invitation, PASSWORDS.invited));
			expect((await use(secrets.invitation, PASSWORDS.invited)).status).toBe(400);
			const { id } = invited.body.data.person;
			await ok(admin.call('POST', `/api/people/${id}/link`, {}));
			secrets.reset = await readMailedToken('reset');
			await ok(use(secrets.reset, PASSWORDS.reset));
			// The mail server is closed, so the next e-mail fails.
			mailServer.close();
			await ok(admin.call('POST', '/api/password-resets', { email: 'second@example.org' }));

			// Payments: requested, delivered, forged, refused and searched for.
			const pay = { amount: 100, account_reference: 'A', description: 'B', months: 1 };
			const payment = await admin.call('POST', '/api/payments', { ...pay, phone_number: PHONE });
			expect(payment.status, payment.text).toBe(202);
			await admin.call('POST', '/api/payments', { ...pay, phone_number: secrets.localPhone });
			await admin.call('POST', '/api/payments', { ...pay, phone_number: `${PHONE}9` });
			await admin.call('POST', `/api/transactions/${payment.body.data.id}/check`, {});
			const hook = (token: string, body: unknown) =>
				program.call('POST', `/api/hooks/${token}/stk`, body);
			expect((await hook(WRONG_HOOK, {})).status).toBe(404);
			await hook(HOOK, `{"PhoneNumber": ${PHONE}`);
			await hook(HOOK, { Body: { stkCallback: { PhoneNumber: PHONE } } });
			await hook(HOOK, 'x'.repeat(300_000));
			await program.call('PUT', `/api/hooks/${HOOK}/stk`, {});
			await program.call('GET', `/api//hooks/${HOOK}/stk?a=1`);
			await program.call('POST', `/api/hooks/${HOOK}/other`, {});
			for (const search of [PHONE, secrets.localPhone, `+${PHONE}`])
				await ok(admin.call('GET', `/api/transactions?search=${encodeURIComponent(search ?? '')}`));
			await ok(admin.call('GET', `/api/transactions/export.csv?search=${PHONE}`));

			// Refused bodies that contain secrets.
			const refused = { email, password: PASSWORDS.wrong };
			await admin.call('POST', '/api/account/password', JSON.stringify(refused).slice(0, -1));
			await admin.call('POST', '/api/account/password', { current: [PASSWORDS.first] });
			await admin.call('POST', '/api/account/confirm', { password: PASSWORDS.wrong });
			await program.call('POST', '/api/courses', { name: PASSWORDS.wrong }, wrongBearer);
			const foreign = { 'sec-fetch-site': 'cross-site' };
			expect((await admin.call('POST', '/api/account/confirm', refused, foreign)).status).toBe(403);

			// Answers of the site.
			const answers = await Promise.all(
				['/api/system', '/metrics', '/api/audit?limit=100', '/api/account', '/api/site']
					.concat('/api/account/sessions', '/api/keys', '/api/people', '/api/openapi.json')
					.map((path) => admin.call('GET', path)),
			);
			for (const answer of answers) await ok(Promise.resolve(answer));
			const page = await admin.call('GET', '/admin');
			// The evidence of a payment may contain phones, but no other secret.
			const { phone: _, localPhone: __, ...others } = secrets;
			const evidence = await admin.call('GET', `/api/transactions/${payment.body.data.id}`);
			expect(evidence.text).toContain('/api/hooks/…/stk');
			expect(findSecrets(evidence.text, others)).toEqual([]);
			expect(findSecrets([...answers, page].map(({ text }) => text).join('\n'), secrets)).toEqual(
				[],
			);
			expect(findSecrets(readCommandLines(), secrets)).toEqual([]);
			expect(findSecrets(readBundle(), secrets)).toEqual([]);
			await ok(again.call('POST', '/api/auth/sign-out', {}));
		} finally {
			await site.stop();
			await simulator.close();
		}
		const log = site.log();
		expect(log).toContain('"msg":"request completed"');
		expect(log).toContain('/api/hooks/');
		expect(log).toContain('ECONNREFUSED');
		expect(findSecrets(log, secrets)).toEqual([]);
	});
});
