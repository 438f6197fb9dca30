import { hash, verify } from '@node-rs/argon2';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { onEveryEngine, type TestApp } from '../../test-app.ts';
import { join } from './fixtures/joined.ts';

// What a sign-in costs is its hash.
vi.mock('@node-rs/argon2', { spy: true });
const hashes = () => vi.mocked(hash).mock.calls.length + vi.mocked(verify).mock.calls.length;

/** The statements that go to the engine while something is done. */
const statements = async ({ engine }: TestApp, work: () => Promise<unknown>) => {
	const sqlite = new Sqlite(':memory:').prepare('select 1');
	const kind = Object.getPrototypeOf(sqlite) as Record<string, () => unknown>;
	const wire = pg.Connection.prototype as unknown as Record<string, () => unknown>;
	const spies =
		engine === 'postgres'
			? ['query', 'parse'].map((way) => vi.spyOn(wire, way))
			: ['all', 'run', 'get'].map((way) => vi.spyOn(kind, way));
	await work();
	const texts = spies.flatMap(({ mock }) =>
		mock.contexts.map((self, n) => {
			const [query] = (mock.calls[n] ?? []) as [({ text?: string } | string)?];
			const said = typeof query === 'object' ? query.text : query;
			return engine === 'postgres' ? String(said) : (self as Sqlite.Statement).source;
		}),
	);
	for (const spy of spies) spy.mockRestore();
	return texts;
};

onEveryEngine('whether an address is known', (site) => {
	/** Everything that somebody sees of a refused sign-in, and what it cost. */
	const refused = async (email: string) => {
		const before = hashes();
		let answer: Awaited<ReturnType<TestApp['anyone']>> | undefined;
		const body = { email, password: 'not the one that it is' };
		const asked = await statements(site(), async () => {
			answer = await site().anyone('POST', '/auth/sign-in/email', body);
		});
		const { date: _date, 'x-request-id': _id, ...headers } = answer?.headers ?? {};
		const seen = { status: answer?.status, body: answer?.body, headers };
		return { seen, hashes: hashes() - before, asked };
	};

	/** The work of a refused sign-in: what each of three asks. What else the server does meanwhile only adds to one. */
	const workOf = async (email: string) => {
		const rounds: string[][] = [];
		for (let time = 0; time < 3; time++) rounds.push((await refused(email)).asked);
		const times = (round: string[], text: string) => round.filter((each) => each === text).length;
		return [...new Set(rounds[0])].sort().flatMap((text) => {
			const least = Math.min(...rounds.map((round) => times(round, text)));
			return Array<string>(least).fill(text);
		});
	};

	it('shows neither in a refused sign-in nor in the work that goes before it', async () => {
		const { email } = await join(site(), 'editor');
		// The first of all opens connections and makes statements.
		await refused('first@example.org');
		const known = await refused(email);
		const unknown = await refused(email.replace('editor', 'nobody'));
		const { email: invited } = await site().as('viewer');
		expect(known.seen.status).toBe(401);
		expect(unknown.seen).toEqual(known.seen);
		expect([known.hashes, unknown.hashes, (await refused(invited)).hashes]).toEqual([1, 1, 1]);
		const work = await workOf(email);
		expect(work.length).toBeGreaterThan(2);
		expect(await workOf(email.replace('editor', 'nobody'))).toEqual(work);
	});
});
