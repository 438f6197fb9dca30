import { afterEach, expect, it } from 'vitest';
import type { Role } from '#shared/contract/access.ts';
import { onEveryEngine } from '../../test-app.ts';
import { enrol, half, post } from './fixtures/enrolled.ts';
import { cookiesOf, join, PASSWORD } from './fixtures/joined.ts';
import { codeOf } from './fixtures/totp.ts';

onEveryEngine('a second factor', (site) => {
	const me = (cookie: string) => site().anyone('GET', '/account', undefined, { cookie });

	it('is asked for after the password, and only then is one signed in', async () => {
		const { email, totpURI, cookie: before } = await enrol(site(), 'editor');
		expect((await me(before)).body.data.second_factor).toEqual({
			enabled: true,
			required: false,
			missing: false,
		});
		const cookie = await half(site(), email);
		for (const path of ['/account', '/courses', '/account/sessions'])
			expect((await site().anyone('GET', path, undefined, { cookie })).status).toBe(401);
		const answer = await post(
			site(),
			'two-factor/verify-totp',
			{ code: codeOf(totpURI, 1) },
			cookie,
		);
		expect(answer.status).toBe(200);
		expect((await me(cookiesOf(answer))).body.data).toMatchObject({ email });
	});

	it('replaces the session that it was set up in', async () => {
		const someone = await join(site(), 'viewer');
		const { body } = await post(
			site(),
			'two-factor/enable',
			{ password: PASSWORD },
			someone.cookie,
		);
		await post(site(), 'two-factor/verify-totp', { code: codeOf(body.totpURI) }, someone.cookie);
		expect((await me(someone.cookie)).status).toBe(401);
	});

	it('takes a code once, also from twenty at the same time', async () => {
		const { email, totpURI } = await enrol(site(), 'viewer');
		const cookies = await Promise.all(Array.from({ length: 4 }, () => half(site(), email)));
		const code = codeOf(totpURI, 1);
		const answers = await Promise.all(
			Array.from({ length: 20 }, (_, n) =>
				post(site(), 'two-factor/verify-totp', { code }, cookies[n % 4]),
			),
		);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		const again = await post(site(), 'two-factor/verify-totp', { code }, await half(site(), email));
		expect(again.status).toBe(401);
	}, 60_000);

	it('gives five tries, and then the password again', async () => {
		const { email, totpURI } = await enrol(site(), 'viewer');
		const cookie = await half(site(), email);
		for (let n = 0; n < 5; n++) {
			const wrong = await post(site(), 'two-factor/verify-totp', { code: '000000' }, cookie);
			expect(wrong.status).toBe(401);
		}
		const code = codeOf(totpURI, 1);
		const sixth = await post(site(), 'two-factor/verify-totp', { code }, cookie);
		expect(sixth.status).toBeGreaterThanOrEqual(400);
		const fresh = await half(site(), email);
		expect((await post(site(), 'two-factor/verify-totp', { code }, fresh)).status).toBe(200);
	});

	it('gives twenty tries an hour, whoever has the password, and then none, not even a right one', async () => {
		const { id, email, totpURI, backupCodes } = await enrol(site(), 'viewer');
		const verify = async (code: string, cookie: string) =>
			(await post(site(), 'two-factor/verify-totp', { code }, cookie)).status;
		for (let challenge = 0; challenge < 4; challenge++) {
			const cookie = await half(site(), email);
			for (let n = 0; n < 5; n++) expect(await verify('000000', cookie)).toBe(401);
		}
		const cookie = await half(site(), email);
		expect(await verify(codeOf(totpURI, 1), cookie)).toBe(429);
		const code = backupCodes[0] as string;
		const recovery = await post(site(), 'two-factor/verify-backup-code', { code }, cookie);
		expect(recovery.status).toBe(429);
		// An hour later.
		const row = () =>
			site()
				.database.read.selectFrom('second_factors')
				.select('locked_until')
				.where('person_id', '=', id)
				.executeTakeFirstOrThrow();
		const until = Date.parse(String((await row()).locked_until)) - Date.now();
		expect(until).toBeGreaterThan(59 * 60_000);
		expect(until).toBeLessThanOrEqual(60 * 60_000);
		await site().database.write((trx) =>
			trx
				.updateTable('second_factors')
				.set({ locked_until: new Date(Date.now() - 1_000).toISOString() })
				.where('person_id', '=', id)
				.execute(),
		);
		expect(await verify(codeOf(totpURI, 1), await half(site(), email))).toBe(200);
	}, 60_000);

	it('is set up, ended and renewed only with the password', async () => {
		const { cookie } = await enrol(site(), 'viewer');
		for (const act of ['enable', 'disable', 'generate-backup-codes'])
			expect(
				(await post(site(), `two-factor/${act}`, { password: 'not my password' }, cookie)).status,
			).toBe(400);
		expect((await post(site(), 'two-factor/disable', { password: PASSWORD }, cookie)).status).toBe(
			200,
		);
	});

	it('never excuses a device', async () => {
		const { email, totpURI } = await enrol(site(), 'viewer');
		const body = { code: codeOf(totpURI, 1), trustDevice: true };
		const answer = await post(site(), 'two-factor/verify-totp', body, await half(site(), email));
		const cookie = cookiesOf(answer);
		const next = await post(site(), 'sign-in/email', { email, password: PASSWORD }, cookie);
		expect(next.body).toMatchObject({ twoFactorRedirect: true });
	});

	it('is taken away by an administrator from one who has lost it', async () => {
		const { id, email, cookie } = await enrol(site(), 'viewer');
		expect((await site().call('DELETE', `/people/${id}/second-factor`)).status).toBe(200);
		expect((await me(cookie)).status).toBe(401);
		const answer = await post(site(), 'sign-in/email', { email, password: PASSWORD });
		expect(answer.body).not.toHaveProperty('twoFactorRedirect');
	});
});

onEveryEngine('a second factor that a role requires', (site) => {
	const demand = (...roles: Role[]) => site().call('PUT', '/settings/second-factor', { roles });
	afterEach(async () => {
		expect((await demand()).status).toBe(200);
	});

	it('is missing until it is set up, and until then nothing else answers', async () => {
		const someone = await join(site(), 'finance');
		expect((await someone.call('GET', '/statistics')).status).toBe(200);
		expect((await demand('finance')).body.data).toEqual({ roles: ['finance'] });
		for (const path of ['/statistics', '/courses', '/transactions', '/openapi.json'])
			expect(await someone.call('GET', path)).toMatchObject({
				status: 403,
				body: { code: 'enrolment_required' },
			});
		const { body } = await someone.call('GET', '/account');
		expect(body.data.second_factor).toEqual({ enabled: false, required: true, missing: true });
		const { body: started } = await post(
			site(),
			'two-factor/enable',
			{ password: PASSWORD },
			someone.cookie,
		);
		const ended = await post(
			site(),
			'two-factor/verify-totp',
			{ code: codeOf(started.totpURI) },
			someone.cookie,
		);
		const cookie = cookiesOf(ended);
		expect((await site().anyone('GET', '/statistics', undefined, { cookie })).status).toBe(200);
		const disabled = await post(site(), 'two-factor/disable', { password: PASSWORD }, cookie);
		expect(disabled.status).toBe(403);
	});

	it('does not concern other roles, nor programs', async () => {
		await demand('finance');
		expect((await (await site().as('viewer')).call('GET', '/courses')).status).toBe(200);
		expect((await (await site().asKey('finance')).call('GET', '/statistics')).status).toBe(200);
	});
});
