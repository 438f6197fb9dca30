import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { ANY_POSITION, POSITION, READ_AFTER } from '#shared/contract/read-after.ts';
import { type Answer, type Call, makeTestAppWith, type TestApp } from '../test-app.ts';
import { contentOf } from '../test-content.ts';
import { makeKey } from '../test-people.ts';
import type { ReplicaState } from './database.ts';
import { startReplicated } from './fixtures/replicated.ts';

let site: TestApp;
let replicated: Awaited<ReturnType<typeof startReplicated>>;
const state = () => replicated.state();
const onStandby = (text: string) => replicated.onStandby(text);
const caughtUp = () => replicated.caughtUp();
beforeAll(async () => {
	replicated = await startReplicated();
	site = replicated.site;
});
afterAll(() => replicated.stop());

/** Calls as the console does: sends back the greatest position that it heard of. */
const remembering = (call: Call): Call => {
	let last = ANY_POSITION;
	return async (method, path, body) => {
		const reading = method === 'GET' ? { [READ_AFTER]: last } : {};
		const answer = await call(method, path, body, reading);
		const said = String(answer.headers[READ_AFTER] ?? '');
		if (POSITION.test(said) && said > last) last = said;
		return answer;
	};
};

const renames = async (call: Call, id: string, times: number) => {
	let seen = 0;
	for (let n = 1; n <= times; n++) {
		const name = `Renamed ${n} of ${times}`;
		expect((await call('PUT', `/courses/${id}`, { name })).status).toBe(200);
		const { body } = await call('GET', `/courses/${id}`);
		const all = await call('GET', '/courses');
		const listed = all.body.data.find((course: { id: string }) => course.id === id);
		if (body.data.name === name && listed.name === name) seen++;
	}
	return seen;
};

describe('with a replica', () => {
	afterEach(async () => {
		await onStandby('select pg_wal_replay_resume()');
		replicated.faults.kind = 'none';
		replicated.faults.drop();
		await caughtUp();
	});

	it('reads come from it, also those of who has written, once it has that', async () => {
		const { id } = await contentOf(site).course();
		await caughtUp();
		const before = state().answered;
		const { call } = await site.as('viewer');
		const calls = [call, remembering(call), remembering(site.call)];
		for (const one of calls) expect((await one('GET', `/courses/${id}`)).status).toBe(200);
		for (const path of [
			...['/courses', `/courses/${id}/contents`, `/courses/${id}/subjects`],
			...['/topics?search=a', '/transactions', '/transactions?search=QK', '/statistics'],
			...['/statistics/trends', '/transactions/strays'],
		])
			expect((await remembering(site.call)('GET', path)).status, path).toBe(200);
		expect(state().answered - before).toBe(12);

		const editor = remembering((await site.as('editor')).call);
		await editor('PUT', `/courses/${id}`, { name: 'Once more' });
		await caughtUp();
		const written = state().answered;
		const { body, headers } = await editor('GET', `/courses/${id}`);
		expect({ name: body.data.name, etag: headers.etag }).toEqual({
			name: 'Once more',
			etag: '"2"',
		});
		expect(state().answered - written).toBe(1);
		expect(state().failed).toBe(0);
	});

	it('one sees what one wrote at once, 100 of 100, while it stands still', async () => {
		const [course, other] = [await contentOf(site).course(), await contentOf(site).course()];
		await caughtUp();
		await onStandby('select pg_wal_replay_pause()');
		const [editor, key] = [await site.as('editor'), await site.asKey('editor')];
		// With a position, and without one as a program that knows nothing of it.
		expect(await renames(remembering(editor.call), course.id, 40)).toBe(40);
		expect(await renames(editor.call, course.id, 20)).toBe(20);
		expect(await renames(remembering(key.call), other.id, 20)).toBe(20);
		expect(await renames(key.call, other.id, 20)).toBe(20);
		const made = await remembering(key.call)('POST', '/courses', {
			name: 'Just made',
			order_num: 1,
			category_id: 'cat_artisan',
		});
		expect((await key.call('GET', `/courses/${made.body.data.id}`)).status).toBe(200);
	});

	it('others may see the row as it was, and never an error for one that it does not have yet', async () => {
		const { id } = await contentOf(site).course({ name: 'As it was' });
		await caughtUp();
		await onStandby('select pg_wal_replay_pause()');
		const { call } = await site.as('viewer');
		await site.call('PUT', `/courses/${id}`, { name: 'As it is' });
		const young = await contentOf(site).course({ name: 'Young' });
		const before = state().answered;
		expect((await call('GET', `/courses/${id}`)).body.data.name).toBe('As it was');
		expect(state().answered - before).toBe(1);
		const found = await call('GET', `/courses/${young.id}`);
		expect(found).toMatchObject({ status: 200, body: { data: { name: 'Young' } } });
		expect((await call('GET', `/courses/${young.id}/subjects`)).status).toBe(200);

		// Who is refused a write for a row that they have not seen sees it then.
		const editor = remembering((await site.as('editor')).call);
		expect((await editor('GET', `/courses/${id}`)).headers.etag).toBe('"1"');
		const stale = await site.app.inject({
			method: 'PUT',
			url: `/api/courses/${id}`,
			payload: { name: 'Mine' },
			headers: { ...(await site.as('editor')).headers, 'if-match': '"1"' },
		});
		expect(stale.statusCode).toBe(412);
		const after = { [READ_AFTER]: String(stale.headers[READ_AFTER]) };
		const again = await site.call('GET', `/courses/${id}`, undefined, after);
		expect(again.headers.etag).toBe('"2"');
		await onStandby('select pg_wal_replay_resume()');
		await expect
			.poll(async () => (await call('GET', `/courses/${id}`)).body.data.name)
			.toBe('As it is');
	});

	it('what is taken from somebody is gone within a second, while it stands still', async () => {
		const { id, call } = await site.as('viewer');
		await caughtUp();
		await onStandby('select pg_wal_replay_pause()');
		expect((await call('GET', '/courses')).status).toBe(200);
		await site.call('PUT', `/people/${id}`, { disabled: true });
		await wait(1_000);
		expect((await call('GET', '/courses')).status).toBe(401);
	});

	it('it is left alone while it is too far behind, and that is said', async () => {
		const { id } = await contentOf(site).course({ name: 'Old' });
		await caughtUp();
		await onStandby('select pg_wal_replay_pause()');
		await site.call('PUT', `/courses/${id}`, { name: 'New' });
		await expect.poll(() => state().state).toBe('behind');
		const { call } = await site.as('viewer');
		expect((await call('GET', `/courses/${id}`)).body.data.name).toBe('New');
		const { body } = await site.call('GET', '/system');
		expect(body.data.checks).toContainEqual({
			name: 'Replica',
			state: 'look',
			says: expect.stringContaining('behind'),
			at: null,
			advice: expect.stringMatching(/.{20}/),
			about: null,
		});
		const metrics = await site.app.inject({
			url: '/metrics',
			headers: { authorization: `Bearer ${await makeKey(site.database, 'admin')}` },
		});
		expect(metrics.body).toMatch(/^ufundi_replica_used 0$/m);
		expect(metrics.body).toMatch(/^ufundi_replica_lag_seconds ([5-9]|\d\d)/m);
		expect(metrics.body).toMatch(/^ufundi_replica_reads\{outcome="answered"\} \d+$/m);
	});

	it.each(['down', { stall: 0 }, 500] as const)(
		'nobody notices when it is %j in the middle of the traffic',
		async (kind) => {
			const { id } = await contentOf(site).course();
			await caughtUp();
			const { call } = await site.as('viewer');
			const editor = remembering((await site.as('editor')).call);
			const answers: Answer[] = [];
			let over = false;
			const asking = Array.from({ length: 6 }, async (_, n) => {
				while (!over) answers.push(await (n % 2 ? call : editor)('GET', `/courses/${id}`));
			});
			await wait(100);
			replicated.faults.kind = kind;
			if (typeof kind !== 'object') replicated.faults.drop();
			await expect.poll(() => state().state).toBe('away');
			const until = answers.length + 50;
			await expect.poll(() => answers.length).toBeGreaterThan(until);
			over = true;
			await Promise.all(asking);
			expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
			expect(replicated.told.at(-1)).toBe('away');
		},
		30_000,
	);
});

describe('a replica that is none', () => {
	const openOn = (replicaUrl: string): Promise<TestApp> =>
		makeTestAppWith('postgres', { replicated: { url: replicated.primary.url, replicaUrl } });
	const served = async (other: TestApp, expected: ReplicaState['state']) => {
		expect(other.database.replica?.state().state).toBe(expected);
		const { call } = await other.as('viewer');
		expect((await call('GET', '/courses')).status).toBe(200);
		expect(other.database.replica?.state().answered).toBe(0);
	};

	it.each([
		['the database itself', (): string => replicated.primary.url, 'foreign'],
		['another database', (): string => inject('postgresUrl'), 'foreign'],
		[
			'another database of the replica',
			(): string => replicated.standby.url.replace(/postgres$/, 'template1'),
			'foreign',
		],
		['nothing', (): string => 'postgres://nobody@127.0.0.1:1/none', 'away'],
	] as const)(
		'%s, is not read from, and keeps nobody from working',
		async (_name, url, expected) => {
			const other = await openOn(url());
			await served(other, expected);
			await other.close();
		},
	);

	it('any more, since it was made a primary, is read from no longer', async () => {
		const { id } = await contentOf(site).course({ name: 'Before' });
		await caughtUp();
		await onStandby('select pg_promote()');
		await onStandby(`update courses set name = 'Of the other' where id = '${id}'`);
		await expect.poll(() => state().state).toBe('foreign');
		const { call } = await site.as('viewer');
		expect((await call('GET', `/courses/${id}`)).body.data.name).toBe('Before');
	});
});
