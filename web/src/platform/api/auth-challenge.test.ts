import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// Its state is that of a page: every test opens a new one.
let page: typeof import('./auth-challenge.ts');
let ApiError: typeof import('./api-error.ts').ApiError;

beforeEach(async () => {
	vi.resetModules();
	page = await import('./auth-challenge.ts');
	({ ApiError } = await import('./api-error.ts'));
	page.rememberAccount('wanjiku');
});
afterEach(() => page.resolveChallenge('sign-in', false));

const refused = (status: number, code: string) => new ApiError({ kind: 'refused', status, code });

/** A call that is refused until `open` is set. */
const gated = (status: number, code: string) => {
	const gate = { open: false, asked: 0 };
	const call = async () => {
		gate.asked++;
		if (!gate.open) throw refused(status, code);
		return 'done';
	};
	return { gate, call };
};

const soon = () => new Promise((resolve) => setTimeout(resolve));

describe('withAuthChallenge, when the session ends', () => {
	it('repeats all waiting calls after a sign-in', async () => {
		const { gate, call } = gated(401, 'unauthenticated');
		const calls = [1, 2, 3].map(() => page.withAuthChallenge(call));
		await soon();
		expect(gate.asked).toBe(3);
		gate.open = true;
		page.resolveChallenge('sign-in', true);
		expect(await Promise.all(calls)).toEqual(['done', 'done', 'done']);
		expect(gate.asked).toBe(6);
	});

	it('rejects all waiting calls with their errors when the person gives up', async () => {
		const { call } = gated(401, 'unauthenticated');
		const calls = Promise.allSettled([1, 2].map(() => page.withAuthChallenge(call)));
		await soon();
		page.resolveChallenge('sign-in', false);
		for (const outcome of await calls)
			expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 401 } });
	});

	it('repeats a call that was sent with the cookie from before the re-authentication', async () => {
		const sensitive = gated(403, 'reauth_required');
		const underWay = gated(401, 'unauthenticated');
		const calls = [sensitive, underWay].map(({ call }) => page.withAuthChallenge(call));
		await soon();
		sensitive.gate.open = underWay.gate.open = true;
		page.resolveChallenge('reauthenticate', true);
		expect(await Promise.all(calls)).toEqual(['done', 'done']);
	});

	it('does not ask again for a call that was sent before the sign-in and refused after it', async () => {
		let refuse = (_: unknown) => {};
		let challenges = 0;
		const late = page.withAuthChallenge(
			() =>
				new Promise((resolve, reject) => {
					if (challenges++ === 0) refuse = reject;
					else resolve('done');
				}),
		);
		const { gate, call } = gated(401, 'unauthenticated');
		const other = page.withAuthChallenge(call);
		await soon();
		gate.open = true;
		page.resolveChallenge('sign-in', true);
		await other;
		refuse(refused(401, 'unauthenticated'));
		expect(await late).toBe('done');
	});

	it('rejects background calls after the person gave up, until challenges are allowed again', async () => {
		const { gate, call } = gated(401, 'unauthenticated');
		const first = page.withAuthChallenge(call).catch(() => 'given up');
		await soon();
		page.resolveChallenge('sign-in', false);
		await first;
		await expect(page.withAuthChallenge(call, true)).rejects.toMatchObject({ status: 401 });
		page.allowChallenges();
		const again = page.withAuthChallenge(call, true);
		await soon();
		gate.open = true;
		page.resolveChallenge('sign-in', true);
		expect(await again).toBe('done');
	});

	it('resolves a waiting re-authentication after a sign-in', async () => {
		const session = gated(401, 'unauthenticated');
		const sensitive = gated(403, 'reauth_required');
		const calls = [sensitive, session].map(({ call }) => page.withAuthChallenge(call));
		await soon();
		session.gate.open = true;
		sensitive.gate.open = true;
		page.resolveChallenge('sign-in', true);
		expect(await Promise.all(calls)).toEqual(['done', 'done']);
	});
});

it('personHeader names the person whom the page shows, until they are forgotten', () => {
	expect(page.buildPersonHeader()).toEqual({ 'x-person-id': 'wanjiku' });
	page.rememberAccount(undefined);
	expect(page.buildPersonHeader()).toEqual({});
});

describe('withAuthChallenge', () => {
	it.each([
		[401, 'INVALID_CODE'],
		[403, 'forbidden'],
		[403, 'enrolment_required'],
		[429, 'too_many'],
	])('rejects %i %s without a challenge', async (status, code) => {
		const { call } = gated(status, code);
		await expect(page.withAuthChallenge(call)).rejects.toMatchObject({ status });
	});

	it('rejects a 401 at once before the first sign-in', async () => {
		vi.resetModules();
		const fresh = await import('./auth-challenge.ts');
		const { ApiError: FreshError } = await import('./api-error.ts');
		const call = async () => {
			throw new FreshError({ kind: 'refused', status: 401, code: 'unauthenticated' });
		};
		await expect(fresh.withAuthChallenge(call)).rejects.toMatchObject({ status: 401 });
	});
});
