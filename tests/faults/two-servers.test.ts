import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#shared/contract/access.ts';
import { pdf } from '../../server/files/fixtures/documents.ts';
import type { Faults } from '../../server/files/fixtures/faulty-proxy.ts';
import { confirmationOf } from '../../tools/daraja-simulator/wire.ts';
import { signIn } from '../signed-in.ts';
import { attempt, insist, insistOnAnswer, read, send, sendFile } from './calls.ts';
import { AT_LENGTH, SEED } from './length.ts';
import { type Load, openLoad } from './load.ts';
import { type Pair, startPair } from './pair.ts';
import { HOOK_TOKEN } from './server.ts';

const ROUNDS = AT_LENGTH ? 10 : 1;
/** Of each server. */
const CALLERS = AT_LENGTH ? 6 : 3;
const WITHIN_MS = 30_000;
const LEASE_MS = 90_000;

/** Nobody answers there; whoever has the lease asks all the same. */
const MPESA = {
	MPESA_BASE_URL: 'http://127.0.0.1:9',
	MPESA_CONSUMER_KEY: 'key',
	MPESA_CONSUMER_SECRET: 'secret',
	MPESA_SHORTCODE: '174379',
	MPESA_PASSKEY: 'passkey',
};

describe(`two servers on one PostgreSQL and one store (seed ${SEED})`, { timeout: 600_000 }, () => {
	let pair: Pair;
	let headers: Record<string, string>;
	/** Who signs in again and again; of one person's sessions the oldest go. */
	let visitor: Awaited<ReturnType<typeof makePerson>>['who'];
	let seed = SEED;
	beforeAll(async () => {
		pair = await startPair(MPESA);
		headers = await signIn(pair.urls()[0]);
		visitor = (await makePerson('viewer')).who;
	});
	afterAll(() => pair.stop());
	const sayLogs = () => console.error(pair.servers.map((server) => server.log()).join('\n'));
	beforeEach(({ onTestFailed }) => onTestFailed(sayLogs));

	const ask = async (text: string) => {
		const client = new pg.Client(pair.postgres.url);
		await client.connect();
		return (await client.query(text).finally(() => client.end())).rows;
	};
	const statusAt = async (url: string, as: Record<string, string>) =>
		(await attempt(`${url}/api/courses`, { headers: as })).status;
	const removeCourse = (url: string, id: string) =>
		insistOnAnswer(`${url}/api/courses/${id}`, { method: 'DELETE', headers });

	/** Somebody signs in at one server and goes on at the other, again and again; resolves to what went wrong. */
	const signingIn = async (until: AbortSignal) => {
		const wrong: string[] = [];
		for (let at = 0; !until.aborted; at++) {
			const [here, there] = at % 2 ? pair.urls() : (pair.urls().reverse() as [string, string]);
			const as = await signIn(here, visitor).catch((error: Error) => error);
			if (!(as instanceof Error)) {
				const status = await statusAt(there, as);
				if (![200, 503, undefined].includes(status)) wrong.push(`Signed in, and then ${status}`);
			} else if (!/: 503$|fetch failed/.test(as.message)) wrong.push(as.message);
			await sleep(200);
		}
		return wrong;
	};

	/** A load on both while `fault` happens; then everything acknowledged is there, once, and sound. */
	const underLoad = async (fault: (load: Load) => Promise<void>, may: (number | undefined)[]) => {
		// A load of its own for each fault, whose courses are all that there are.
		for (const { id } of await ask('select id from courses'))
			await removeCourse(pair.urls()[0], id);
		const load = openLoad(++seed, headers, CALLERS);
		const ending = new AbortController();
		const running = pair.urls().map((url) => load.run(url, ending.signal, may.includes(503)));
		const people = signingIn(ending.signal);
		await expect.poll(load.acknowledged).toBeGreaterThan(20);
		await fault(load).finally(() => ending.abort());
		await Promise.all(running);
		expect(await people).toEqual([]);
		expect(await load.audit(pair.urls()[1])).toEqual([]);
		for (const status of load.failures.keys()) expect(may).toContain(status);
		await pair.expectSound();
	};

	const store = (kind: Faults['kind']) => {
		pair.s3.faults.kind = kind;
		pair.s3.faults.drop();
	};

	/** Somebody of a role, who has accepted their invitation. */
	const makePerson = async (role: Role) => {
		const [url] = pair.urls();
		const who = { email: `${role}-${randomUUID()}@example.org`, password: `a long file ${role} 1` };
		const body = { name: role, email: who.email, role };
		const made = await attempt(`${url}/api/people`, send('POST', body, headers));
		if (!made.known || made.status !== 201) throw new Error(JSON.stringify(made));
		const { person, link } = made.body.data;
		const token = new URL(link.url).hash.slice(1);
		const use = send('POST', { token, password: who.password }, { 'x-requested-with': 'console' });
		expect((await attempt(`${url}/api/links/use`, use)).status).toBe(200);
		return { id: person.id as string, who, headers: await signIn(url, who) };
	};

	it('are one to whoever works there: sessions, rights, payments', async () => {
		const [here, there] = pair.urls();
		const [disabled, demoted, left] = [
			await makePerson('viewer'),
			await makePerson('editor'),
			await makePerson('viewer'),
		];
		const make = () =>
			attempt(
				`${there}/api/courses`,
				send('POST', { name: 'C', order_num: 1, category_id: 'cat_artisan' }, demoted.headers),
			);
		for (const person of [disabled, demoted, left])
			expect(await statusAt(there, person.headers)).toBe(200);
		expect((await make()).status).toBe(201);

		const put = (id: string, body: unknown) =>
			attempt(`${here}/api/people/${id}`, send('PUT', body, headers));
		expect((await put(disabled.id, { disabled: true })).status).toBe(200);
		expect((await put(demoted.id, { role: 'viewer' })).status).toBe(200);
		const out = send('POST', {}, left.headers);
		expect((await attempt(`${here}/api/auth/sign-out`, out)).status).toBe(200);
		await sleep(1_000);
		for (const person of [disabled, left]) expect(await statusAt(there, person.headers)).toBe(401);
		expect((await make()).status).toBe(403);

		const receipt = `TWO${String(SEED).padStart(7, '0').slice(-7)}`;
		const sent = { receipt, amount: 500, at: Date.now(), phone: '254712345678', reference: 'TWO' };
		const hook = `${here}/api/hooks/${HOOK_TOKEN}/c2b`;
		expect((await attempt(hook, send('POST', confirmationOf(sent), {}))).status).toBe(200);
		const found = await insist(
			() => attempt(`${there}/api/transactions?search=${receipt}`, { headers }),
			(answer) => answer.known && answer.body.data.total === 1,
		);
		expect(found).toMatchObject({ body: { data: { total: 1 } } });
	});

	it('lose nothing when one is killed, and the other goes on', async () => {
		for (let round = 0; round < ROUNDS; round++)
			await underLoad(
				async (load) => {
					await sleep(300);
					const which = round % 2 ? 1 : 0;
					const other = pair.servers[which ? 0 : 1];
					await pair.servers[which].kill();
					const before = load.acknowledged();
					await expect.poll(load.acknowledged).toBeGreaterThan(before + 30);
					expect(await statusAt(other.url, headers)).toBe(200);
					await pair.startAgain(which);
				},
				[undefined],
			);
	});

	it.runIf(AT_LENGTH)('take over the work of one that is killed', async () => {
		const holder = async () =>
			(await ask(`select holder from jobs where name like 'Ask M-Pesa%'`))[0]?.holder ?? null;
		// One hands over what it has when it is told to end, so that it is the other's from then on.
		expect(await pair.servers[1].stop()).toBe(0);
		await expect.poll(holder, { timeout: LEASE_MS, interval: 500 }).not.toBe(null);
		const first = await holder();
		await pair.startAgain(1);
		await pair.servers[0].kill();
		await expect
			.poll(async () => [null, first].includes(await holder()), {
				timeout: LEASE_MS,
				interval: 500,
			})
			.toBe(false);
		await pair.startAgain(0);
		await pair.expectSound();
	});

	it.runIf(AT_LENGTH)('go on when PostgreSQL is restarted under them', async () => {
		const pids = pair.servers.map(({ pid }) => pid);
		await underLoad(async () => {
			for (let round = 0; round < ROUNDS; round++) {
				await sleep(300);
				await pair.postgres.restart();
				for (const url of pair.urls())
					await expect.poll(() => statusAt(url, headers), { timeout: WITHIN_MS }).toBe(200);
			}
		}, [503]);
		expect(pair.servers.map(({ pid }) => pid)).toEqual(pids);
		for (const server of pair.servers) expect(server.isRunning(), server.log()).toBe(true);
	});

	it.each<[string, Faults['kind']]>([
		['down', 'down'],
		...(AT_LENGTH
			? ([
					['failing', 500],
					['silent', 'silent'],
					['slow', { stall: 0 }],
				] as [string, Faults['kind']][])
			: []),
	])('work without files while the store is %s', async (_name, kind) => {
		const upload = async (url: string, content: Buffer) => {
			const answer = await fetch(`${url}/api/upload`, sendFile('a.pdf', content, headers));
			return { status: answer.status, body: await answer.json() };
		};
		const insistOnUpload = async (url: string) => {
			const call = sendFile('a.pdf', await pdf(randomUUID()), headers);
			const done = await insistOnAnswer(`${url}/api/upload`, call);
			expect(done).toMatchObject({ status: 201 });
			return done.known && (done.body.url as string);
		};
		const make = (url: string) => {
			const body = { name: 'While it is away', order_num: 1, category_id: 'cat_artisan' };
			const once = { ...headers, 'idempotency-key': randomUUID() };
			return insistOnAnswer(`${url}/api/courses`, send('POST', body, once));
		};
		await underLoad(
			async (load) => {
				const [here, there] = pair.urls();
				const kept = await insistOnUpload(here);
				store(kind);
				const acknowledged = load.acknowledged();
				for (const url of [here, there]) {
					const refused = await pdf(randomUUID());
					expect(await upload(url, refused)).toMatchObject({
						status: 503,
						body: { code: 'files_unavailable' },
					});
					const hash = createHash('sha256').update(refused).digest('hex');
					expect(await ask(`select key from files where sha256 = '${hash}'`)).toEqual([]);
					const file = await fetch(`${url}${kept}`, { headers });
					expect(await file.json()).toMatchObject({ success: false, code: 'files_unavailable' });
					const made = await make(url);
					expect(made).toMatchObject({ status: 201 });
					if (made.known) await removeCourse(url, made.body.data.id);
				}
				// The callers have met it as well, and go on.
				await expect.poll(() => load.failures.get(503)).toBeGreaterThan(0);
				await expect.poll(load.acknowledged).toBeGreaterThan(acknowledged);
				store('none');
				await insistOnUpload(there);
				expect((await read(`${there}${kept}`, headers)).status).toBe(200);
			},
			[503],
		);
	});
});
