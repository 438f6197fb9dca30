import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SOME_ENGINES } from '../../tests/faults/length.ts';
import { SESSIONS_MAX } from '../features/people/store.ts';
import { cookiesOf, join, PASSWORD } from '../features/sign-in/fixtures/joined.ts';
import { makeTestAppWith, type TestApp } from '../test-app.ts';
import { TRUSTED_MS, UNTRUSTED_MS } from './sessions.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;
const NOON = Date.parse('2026-05-14T09:00:00Z');

describe.each(SOME_ENGINES)('a clock that is set back (%s)', (engine) => {
	let site: TestApp;
	beforeEach(async () => {
		// The clock alone: everything that waits goes on as ever.
		vi.useFakeTimers({ toFake: ['Date'], now: NOON });
		site = await makeTestAppWith(engine, { config: { rateLimits: true } });
	});
	afterEach(async () => {
		await site.close();
		vi.useRealTimers();
	});

	const signIn = (email: string, password = PASSWORD, rememberMe = false) =>
		site.anyone('POST', '/auth/sign-in/email', { email, password, rememberMe });
	const look = (cookie: string) =>
		site.anyone('GET', '/courses', undefined, { cookie }).then(({ status }) => status);

	it.each([
		[false, UNTRUSTED_MS],
		[true, TRUSTED_MS],
	])('ends no session, and none lasts longer for it (trusted: %s)', async (trusted, lasts) => {
		const { email, id, sessionId } = await join(site, 'viewer');
		const cookie = cookiesOf(await signIn(email, PASSWORD, trusted));
		vi.setSystemTime(NOON - YEAR);
		expect(await look(cookie)).toBe(200);
		await site.app.identity.settled();
		const { expires_at } = await site.database.read
			.selectFrom('sessions')
			.select('expires_at')
			.where('person_id', '=', id)
			.where('id', '!=', sessionId)
			.executeTakeFirstOrThrow();
		expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(lasts);
		vi.setSystemTime(NOON - YEAR + lasts + MINUTE);
		expect(await look(cookie)).toBe(401);
	});

	it('does not let an ended session live on until the clock is where it was', async () => {
		const someone = await site.as('viewer');
		expect(await look(someone.cookie)).toBe(200);
		vi.setSystemTime(NOON - HOUR);
		// As another server ends it, which this one does not hear of.
		await site.database.write((trx) =>
			trx.deleteFrom('sessions').where('person_id', '=', someone.id).execute(),
		);
		await wait(1_000);
		expect(await look(someone.cookie)).toBe(401);
	});

	it('does not make a password that was given then one that was given just now', async () => {
		const { status } = await site.call('POST', '/people/nobody/link');
		expect(status).toBe(404);
		vi.setSystemTime(NOON - HOUR);
		expect(await site.call('POST', '/people/nobody/link')).toMatchObject({
			status: 403,
			body: { code: 'reauth_required' },
		});
	});

	it('keeps nobody out who signed in often by it', async () => {
		const { email } = await join(site, 'viewer');
		for (let n = 0; n < SESSIONS_MAX; n++) expect((await signIn(email)).status).toBe(200);
		vi.setSystemTime(NOON - HOUR);
		expect(await look(cookiesOf(await signIn(email)))).toBe(200);
	});
});
