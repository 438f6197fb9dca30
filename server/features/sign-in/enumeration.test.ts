import { hash, verify } from '@node-rs/argon2';
import { expect, it, vi } from 'vitest';
import { onEveryEngine, type TestApp } from '../../test-app.ts';
import { join } from './fixtures/joined.ts';

// The hash is the time that a sign-in takes.
vi.mock('@node-rs/argon2', { spy: true });
const hashes = () => vi.mocked(hash).mock.calls.length + vi.mocked(verify).mock.calls.length;

onEveryEngine('whether an address is known', (site) => {
	/** Returns everything that a refused sign-in shows, and the hashes that it took. */
	const refused = async (email: string) => {
		const before = hashes();
		const body = { email, password: 'not the one that it is' };
		const answer: Awaited<ReturnType<TestApp['anyone']>> = await site().anyone(
			'POST',
			'/auth/sign-in/email',
			body,
		);
		const { date: _date, 'x-request-id': _id, ...headers } = answer.headers;
		const seen = { status: answer.status, body: answer.body, headers };
		return { seen, hashes: hashes() - before };
	};

	it('shows neither in a refused sign-in nor in its hashes', async () => {
		const { email } = await join(site(), 'editor');
		const known = await refused(email);
		const unknown = await refused(email.replace('editor', 'nobody'));
		const { email: invited } = await site().as('viewer');
		expect(known.seen.status).toBe(401);
		expect(unknown.seen).toEqual(known.seen);
		expect([known.hashes, unknown.hashes, (await refused(invited)).hashes]).toEqual([1, 1, 1]);
	});
});
