import { afterEach, expect, it } from 'vitest';
import type { Role } from '#shared/contract/platform/access.ts';
import { onEveryEngine, onSomeEngines } from '../../testing/app.ts';
import {
	cookiesOf,
	joinAs,
	joinWithSecondFactor,
	PASSWORD,
	postAuth,
	signInHalfway,
} from './fixtures/accounts.ts';
import { codeOf } from './fixtures/totp.ts';

onEveryEngine('a second factor', (site) => {
	const me = (cookie: string) => site().anyone('GET', '/account', undefined, { cookie });

	it('is required after the password before a session exists', async () => {
		const { email, totpURI, cookie: before } = await joinWithSecondFactor(site(), 'editor');
		expect((await me(before)).body.data.second_factor).toEqual({
			enabled: true,
			required: false,
			missing: false,
		});
		const cookie = await signInHalfway(site(), email);
		for (const path of ['/account', '/courses', '/account/sessions'])
			expect((await site().anyone('GET', path, undefined, { cookie })).status).toBe(401);
		const answer = await postAuth(
			site(),
			'two-factor/verify-totp',
			{ code: codeOf(totpURI, 1) },
			cookie,
		);
		expect(answer.status).toBe(200);
		expect((await me(cookiesOf(answer))).body.data).toMatchObject({ email });
	});

	it('reports another SECRET, and a recovery code still signs in', async () => {
		const { id, email, totpURI, backupCodes } = await joinWithSecondFactor(site(), 'editor');
		const { secret } = await site()
			.database.read.selectFrom('second_factors')
			.select('secret')
			.where('person_id', '=', id)
			.executeTakeFirstOrThrow();
		await site().database.write((trx) =>
			trx
				.updateTable('second_factors')
				.set({ secret: secret.replace(/.$/, (sign) => (sign === '0' ? '1' : '0')) })
				.where('person_id', '=', id)
				.execute(),
		);
		const cookie = await signInHalfway(site(), email);
		const code = codeOf(totpURI, 1);
		expect(await postAuth(site(), 'two-factor/verify-totp', { code }, cookie)).toMatchObject({
			status: 409,
			body: { error: expect.stringContaining('the SECRET of this server has changed') },
		});
		const [recovery] = backupCodes;
		expect(
			(await postAuth(site(), 'two-factor/verify-backup-code', { code: recovery }, cookie)).status,
		).toBe(200);
	});

	it('replaces the session that it was set up in', async () => {
		const someone = await joinAs(site(), 'viewer');
		const { body } = await postAuth(
			site(),
			'two-factor/enable',
			{ password: PASSWORD },
			someone.cookie,
		);
		await postAuth(
			site(),
			'two-factor/verify-totp',
			{ code: codeOf(body.totpURI) },
			someone.cookie,
		);
		expect((await me(someone.cookie)).status).toBe(401);
	});

	it('accepts a code once, also of eight requests at once', async () => {
		const { email, totpURI } = await joinWithSecondFactor(site(), 'viewer');
		const cookies = await Promise.all(
			Array.from({ length: 4 }, () => signInHalfway(site(), email)),
		);
		const code = codeOf(totpURI, 1);
		const answers = await Promise.all(
			Array.from({ length: 8 }, (_, n) =>
				postAuth(site(), 'two-factor/verify-totp', { code }, cookies[n % 4]),
			),
		);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		const cookie = await signInHalfway(site(), email);
		const again = await postAuth(site(), 'two-factor/verify-totp', { code }, cookie);
		expect(again).toMatchObject({ status: 401, body: { code: 'USED_CODE' } });
		// The next attempt needs no password.
		const next = await postAuth(site(), 'two-factor/verify-totp', { code: '000000' }, cookie);
		expect(next.body.code).toBe('INVALID_CODE');
	});

	it('allows five attempts, then requires the password again', async () => {
		const { email, totpURI } = await joinWithSecondFactor(site(), 'viewer');
		const cookie = await signInHalfway(site(), email);
		for (let n = 0; n < 5; n++) {
			const wrong = await postAuth(site(), 'two-factor/verify-totp', { code: '000000' }, cookie);
			expect(wrong.status).toBe(401);
		}
		const code = codeOf(totpURI, 1);
		const sixth = await postAuth(site(), 'two-factor/verify-totp', { code }, cookie);
		expect(sixth.status).toBeGreaterThanOrEqual(400);
		const fresh = await signInHalfway(site(), email);
		expect((await postAuth(site(), 'two-factor/verify-totp', { code }, fresh)).status).toBe(200);
	});

	it('is enabled, disabled and renewed only with the password', async () => {
		const { cookie } = await joinWithSecondFactor(site(), 'viewer');
		for (const act of ['enable', 'disable', 'generate-backup-codes'])
			expect(
				(await postAuth(site(), `two-factor/${act}`, { password: 'not my password' }, cookie))
					.status,
			).toBe(400);
		expect(
			(await postAuth(site(), 'two-factor/disable', { password: PASSWORD }, cookie)).status,
		).toBe(200);
	});

	it('is never skipped for a trusted device', async () => {
		const { email, totpURI } = await joinWithSecondFactor(site(), 'viewer');
		const body = { code: codeOf(totpURI, 1), trustDevice: true };
		const answer = await postAuth(
			site(),
			'two-factor/verify-totp',
			body,
			await signInHalfway(site(), email),
		);
		const cookie = cookiesOf(answer);
		const next = await postAuth(site(), 'sign-in/email', { email, password: PASSWORD }, cookie);
		expect(next.body).toMatchObject({ twoFactorRedirect: true });
	});

	it('is removed by an administrator when it is lost', async () => {
		const { id, email, cookie } = await joinWithSecondFactor(site(), 'viewer');
		expect((await site().call('DELETE', `/people/${id}/second-factor`)).status).toBe(200);
		expect((await me(cookie)).status).toBe(401);
		const answer = await postAuth(site(), 'sign-in/email', { email, password: PASSWORD });
		expect(answer.body).not.toHaveProperty('twoFactorRedirect');
	});
});

// 79 codes after 29 passwords, counted by what two servers on one PostgreSQL share in `limits.test.ts`.
onSomeEngines('a second factor', (site) => {
	it('limits wrong codes by person and address, without blocking other addresses', async () => {
		const {
			email,
			totpURI,
			backupCodes,
			cookie: home,
		} = await joinWithSecondFactor(site(), 'viewer');
		const verify = async (way: 'totp' | 'backup-code', code: string, remoteAddress: string) => {
			const { statusCode, headers } = await site().app.inject({
				method: 'POST',
				url: `/api/auth/two-factor/verify-${way}`,
				payload: { code },
				headers: { cookie: await signInHalfway(site(), email) },
				remoteAddress,
			});
			return { status: statusCode, wait: Number(headers['retry-after'] ?? 0) };
		};
		const guess = async (from: string) => (await verify('totp', '000000', from)).status;
		/** Sends wrong codes after one password, which allows five. */
		const guessOften = async (remoteAddress: string, times: number) => {
			const headers = { cookie: await signInHalfway(site(), email) };
			const call = { method: 'POST' as const, url: '/api/auth/two-factor/verify-totp' };
			for (let n = 0; n < times; n++)
				await site().app.inject({ ...call, headers, remoteAddress, payload: { code: '000000' } });
		};
		for (let n = 0; n < 10; n++) expect(await guess('203.0.113.1')).toBe(401);
		const right = await verify('totp', codeOf(totpURI, 1), '203.0.113.1');
		expect(right).toMatchObject({ status: 429, wait: expect.any(Number) });
		expect(right.wait).toBeGreaterThan(60);
		// Recovery codes are counted separately.
		expect((await verify('backup-code', backupCodes[0] as string, '203.0.113.1')).status).toBe(200);
		// Many addresses together could find six digits by guessing.
		for (let n = 0; n < 51; n += 3) await guessOften(`203.0.113.${2 + Math.floor(n / 9)}`, 3);
		expect(await guess('203.0.113.99')).toBe(429);
		expect((await verify('backup-code', backupCodes[1] as string, '203.0.113.99')).status).toBe(
			200,
		);
		// An owner with a session can still use a code, despite guesses from other addresses.
		expect((await site().anyone('GET', '/account', undefined, { cookie: home })).status).toBe(200);
		expect((await verify('totp', codeOf(totpURI, 1), '127.0.0.1')).status).toBe(200);
	});
});

onEveryEngine('a second factor that a role requires', (site) => {
	const demand = (...roles: Role[]) => site().call('PUT', '/settings/second-factor', { roles });
	afterEach(async () => {
		expect((await demand()).status).toBe(200);
	});

	it('blocks all other calls until it is set up', async () => {
		const someone = await joinAs(site(), 'finance');
		expect((await someone.call('GET', '/statistics')).status).toBe(200);
		expect((await demand('finance')).body.data).toEqual({ roles: ['finance'] });
		for (const path of ['/statistics', '/courses', '/transactions', '/openapi.json'])
			expect(await someone.call('GET', path)).toMatchObject({
				status: 403,
				body: { code: 'enrolment_required' },
			});
		const { body } = await someone.call('GET', '/account');
		expect(body.data.second_factor).toEqual({ enabled: false, required: true, missing: true });
		const { body: started } = await postAuth(
			site(),
			'two-factor/enable',
			{ password: PASSWORD },
			someone.cookie,
		);
		const ended = await postAuth(
			site(),
			'two-factor/verify-totp',
			{ code: codeOf(started.totpURI) },
			someone.cookie,
		);
		const cookie = cookiesOf(ended);
		expect((await site().anyone('GET', '/statistics', undefined, { cookie })).status).toBe(200);
		const disabled = await postAuth(site(), 'two-factor/disable', { password: PASSWORD }, cookie);
		expect(disabled.status).toBe(403);
	});

	it('does not apply to other roles and API keys', async () => {
		await demand('finance');
		expect((await (await site().as('viewer')).call('GET', '/courses')).status).toBe(200);
		expect((await (await site().asKey('finance')).call('GET', '/statistics')).status).toBe(200);
	});
});
