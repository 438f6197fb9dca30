import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#shared/contract/platform/access.ts';
import { pdf } from '../../server/platform/files/fixtures/documents.ts';
import type { Faults } from '../../server/platform/files/fixtures/faulty-proxy.ts';
import { type S3, startS3 } from '../../server/platform/files/fixtures/s3.ts';
import { buildConfirmation } from '../../tools/daraja-simulator/wire.ts';
import { CONSOLE, signIn } from '../e2e/people.ts';
import { type Postgres, startPostgres } from '../postgres.ts';
import { type Server, startServer } from '../process.ts';
import { attempt, read, repeat, repeatCall, send, sendFile } from './calls.ts';
import { AT_LENGTH, SEED } from './length.ts';
import { type Load, openLoad } from './load.ts';
import { expectSound, HOOK_TOKEN, makePlace, type Place } from './places.ts';

const ROUNDS = AT_LENGTH ? 10 : 1;
/** Callers of each server. */
const CALLERS = AT_LENGTH ? 6 : 3;
const WITHIN_MS = 30_000;
/** Longer than the lease of the job that queries M-Pesa. */
const LEASE_MS = 180_000;

/** No server listens at this address; the server with the lease of the job calls it anyway. */
const MPESA = {
	MPESA_BASE_URL: 'http://127.0.0.1:9',
	MPESA_CONSUMER_KEY: 'key',
	MPESA_CONSUMER_SECRET: 'secret',
	MPESA_SHORTCODE: '174379',
	MPESA_PASSKEY: 'passkey',
};

describe(`two servers on one PostgreSQL and one store (seed ${SEED})`, { timeout: 600_000 }, () => {
	let postgres: Postgres;
	let s3: S3;
	let place: Place;
	/** The data folder of each server. */
	let folders: [string, string];
	let settings: Record<string, string>;
	let servers: [Server, Server];
	let headers: Record<string, string>;
	/** A person who signs in repeatedly: a person's oldest sessions are deleted. */
	let visitor: Awaited<ReturnType<typeof makePerson>>['credentials'];
	let seed = SEED;
	const start = (folder: string) => startServer({ ...settings, DATA_DIR: folder });
	const restart = async (which: 0 | 1) => {
		servers[which] = await start(folders[which]);
	};
	const urls = () => servers.map(({ url }) => url) as [string, string];
	/** Checks the database, the store and both folders; no caller may be active. */
	const expectAllSound = async () => {
		for (const dataDir of folders) await expectSound({ ...place, dataDir });
	};
	beforeAll(async () => {
		postgres = await startPostgres();
		s3 = await startS3();
		const bucket = s3.settings(`${randomUUID()}/`);
		place = { ...(await makePlace('postgres', postgres.url)), bucket };
		folders = [place.dataDir, await mkdtemp(join(tmpdir(), 'ufundi-faults-'))];
		const query = new URLSearchParams({ endpoint: bucket.endpoint ?? '', region: bucket.region });
		settings = {
			...place.settings,
			FILES_URL: `s3://${bucket.bucket}/${bucket.prefix}?${query}`,
			AWS_ACCESS_KEY_ID: bucket.credentials?.accessKeyId ?? '',
			AWS_SECRET_ACCESS_KEY: bucket.credentials?.secretAccessKey ?? '',
			...MPESA,
		};
		// Both start at once on an empty database: one creates the schema, and one the administrator.
		servers = (await Promise.all(folders.map(start))) as [Server, Server];
		headers = await signIn(urls()[0]);
		visitor = (await makePerson('viewer')).credentials;
	});
	afterAll(async () => {
		await Promise.all(servers.map((server) => server.kill()));
		await s3.stop();
		await place.remove();
		await postgres.stop();
		await rm(folders[1], { recursive: true, force: true });
	});
	const printLogs = () => console.error(servers.map((server) => server.log()).join('\n'));
	beforeEach(({ onTestFailed }) => onTestFailed(printLogs));

	const query = async (text: string) => {
		const client = new pg.Client(postgres.url);
		await client.connect();
		return (await client.query(text).finally(() => client.end())).rows;
	};
	const getStatus = async (url: string, headers: Record<string, string>) =>
		(await attempt(`${url}/api/courses`, { headers })).status;
	const removeCourse = (url: string, id: string) =>
		repeatCall(`${url}/api/courses/${id}`, { method: 'DELETE', headers });

	/** Signs in at one server and calls the other, repeatedly; resolves to descriptions of errors. */
	const signInRepeatedly = async (until: AbortSignal) => {
		const errors: string[] = [];
		for (let round = 0; !until.aborted; round++) {
			const [first, second] = round % 2 ? urls() : urls().toReversed();
			const session = await signIn(first as string, visitor).catch((error: Error) => error);
			if (!(session instanceof Error)) {
				const status = await getStatus(second as string, session);
				if (![200, 503, undefined].includes(status)) errors.push(`Signed in, and then ${status}`);
			} else if (!/: 503$|fetch failed/.test(session.message)) errors.push(session.message);
			await sleep(200);
		}
		return errors;
	};

	/** Runs a load on both servers during a fault; then expects all acknowledged data once, and sound. */
	const underLoad = async (
		fault: (load: Load) => Promise<void>,
		allowedFailures: (number | undefined)[],
	) => {
		// The audit of a load expects no courses of earlier loads.
		for (const { id } of await query('select id from courses')) await removeCourse(urls()[0], id);
		const load = openLoad(++seed, headers, CALLERS);
		const ending = new AbortController();
		const running = urls().map((url) =>
			load.run(url, ending.signal, allowedFailures.includes(503)),
		);
		const signInErrors = signInRepeatedly(ending.signal);
		await expect.poll(load.acknowledged).toBeGreaterThan(20);
		await fault(load).finally(() => ending.abort());
		await Promise.all(running);
		expect(await signInErrors).toEqual([]);
		expect(await load.audit(urls()[1])).toEqual([]);
		for (const status of load.failures.keys()) expect(allowedFailures).toContain(status);
		await expectAllSound();
	};

	const breakStore = (kind: Faults['kind']) => {
		s3.faults.kind = kind;
		s3.faults.drop();
	};

	/** Creates a person of a role, who accepts the invitation. */
	const makePerson = async (role: Role) => {
		const [url] = urls();
		const email = `${role}-${randomUUID()}@example.org`;
		const password = `a long file ${role} 1`;
		const created = await attempt(
			`${url}/api/people`,
			send('POST', { name: role, email, role }, headers),
		);
		if (!created.known || created.status !== 201) throw new Error(JSON.stringify(created));
		const { person, link } = created.body.data;
		const token = new URL(link.url).hash.slice(1);
		const use = send('POST', { token, password }, CONSOLE);
		expect((await attempt(`${url}/api/links/use`, use)).status).toBe(200);
		const credentials = { email, password };
		return { id: person.id as string, credentials, headers: await signIn(url, credentials) };
	};

	it('share sessions, permissions and payments', async () => {
		const [first, second] = urls();
		const [disabled, demoted, signedOut] = [
			await makePerson('viewer'),
			await makePerson('editor'),
			await makePerson('viewer'),
		];
		const createCourse = () =>
			attempt(
				`${second}/api/courses`,
				send('POST', { name: 'C', order_num: 1, category_id: 'cat_artisan' }, demoted.headers),
			);
		for (const person of [disabled, demoted, signedOut])
			expect(await getStatus(second, person.headers)).toBe(200);
		expect((await createCourse()).status).toBe(201);

		const put = (id: string, body: unknown) =>
			attempt(`${first}/api/people/${id}`, send('PUT', body, headers));
		expect((await put(disabled.id, { disabled: true })).status).toBe(200);
		expect((await put(demoted.id, { role: 'viewer' })).status).toBe(200);
		const signOut = send('POST', {}, signedOut.headers);
		expect((await attempt(`${first}/api/auth/sign-out`, signOut)).status).toBe(200);
		await sleep(1_000);
		for (const person of [disabled, signedOut])
			expect(await getStatus(second, person.headers)).toBe(401);
		expect((await createCourse()).status).toBe(403);

		const receipt = `TWO${String(SEED).padStart(7, '0').slice(-7)}`;
		const sent = { receipt, amount: 500, at: Date.now(), phone: '254712345678', reference: 'TWO' };
		const hook = `${first}/api/hooks/${HOOK_TOKEN}/c2b`;
		expect((await attempt(hook, send('POST', buildConfirmation(sent), {}))).status).toBe(200);
		const search = await repeat(
			() => attempt(`${second}/api/transactions?search=${receipt}`, { headers }),
			(answer) => answer.known && answer.body.data.total === 1,
		);
		expect(search).toMatchObject({ body: { data: { total: 1 } } });
	});

	it('keep acknowledged data when one of them is killed', async () => {
		for (let round = 0; round < ROUNDS; round++)
			await underLoad(
				async (load) => {
					await sleep(300);
					const which = round % 2 ? 1 : 0;
					const other = servers[which ? 0 : 1];
					await servers[which].kill();
					const before = load.acknowledged();
					await expect.poll(load.acknowledged).toBeGreaterThan(before + 30);
					expect(await getStatus(other.url, headers)).toBe(200);
					await restart(which);
				},
				[undefined],
			);
	});

	it.runIf(AT_LENGTH)('take over the jobs of a server that is killed', async () => {
		const readHolder = async () =>
			(await query(`select holder from jobs where name like 'Ask M-Pesa%'`))[0]?.holder ?? null;
		// A server that stops hands over its leases, so the other server has this one now.
		expect(await servers[1].stop()).toBe(0);
		await expect.poll(readHolder, { timeout: LEASE_MS, interval: 500 }).not.toBe(null);
		const before = await readHolder();
		await restart(1);
		await servers[0].kill();
		await expect
			.poll(async () => [null, before].includes(await readHolder()), {
				timeout: LEASE_MS,
				interval: 500,
			})
			.toBe(false);
		await restart(0);
		await expectAllSound();
	});

	it.runIf(AT_LENGTH)('keep working when PostgreSQL restarts', async () => {
		const pids = servers.map(({ pid }) => pid);
		await underLoad(async () => {
			for (let round = 0; round < ROUNDS; round++) {
				await sleep(300);
				await postgres.restart();
				for (const url of urls())
					await expect.poll(() => getStatus(url, headers), { timeout: WITHIN_MS }).toBe(200);
			}
		}, [503]);
		expect(servers.map(({ pid }) => pid)).toEqual(pids);
		for (const server of servers) expect(server.isRunning(), server.log()).toBe(true);
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
		const uploadRepeatedly = async (url: string) => {
			const call = sendFile('a.pdf', await pdf(randomUUID()), headers);
			const done = await repeatCall(`${url}/api/upload`, call);
			expect(done).toMatchObject({ status: 201 });
			return done.known && (done.body.url as string);
		};
		const createCourse = (url: string) => {
			const body = { name: 'Without a store', order_num: 1, category_id: 'cat_artisan' };
			const keyed = { ...headers, 'idempotency-key': randomUUID() };
			return repeatCall(`${url}/api/courses`, send('POST', body, keyed));
		};
		await underLoad(
			async (load) => {
				const [first, second] = urls();
				const path = await uploadRepeatedly(first);
				breakStore(kind);
				const acknowledged = load.acknowledged();
				for (const url of [first, second]) {
					const refused = await pdf(randomUUID());
					expect(await upload(url, refused)).toMatchObject({
						status: 503,
						body: { code: 'files_unavailable' },
					});
					const hash = createHash('sha256').update(refused).digest('hex');
					expect(await query(`select key from files where sha256 = '${hash}'`)).toEqual([]);
					const file = await fetch(`${url}${path}`, { headers });
					expect(await file.json()).toMatchObject({ success: false, code: 'files_unavailable' });
					const made = await createCourse(url);
					expect(made).toMatchObject({ status: 201 });
					if (made.known) await removeCourse(url, made.body.data.id);
				}
				// The callers also got refusals, and continue.
				await expect.poll(() => load.failures.get(503)).toBeGreaterThan(0);
				await expect.poll(load.acknowledged).toBeGreaterThan(acknowledged);
				breakStore('none');
				await uploadRepeatedly(second);
				expect((await read(`${second}${path}`, headers)).status).toBe(200);
			},
			[503],
		);
	});
});
