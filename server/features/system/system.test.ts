import { expect, it } from 'vitest';
import type { KeyRole } from '#shared/contract/access.ts';
import type { SystemCheck } from '#shared/contract/system.ts';
import { engines, onEveryEngine } from '../../test-app.ts';
import { makeKey } from '../../test-people.ts';
import { openDesk } from '../payments/fixtures/desk.ts';
import type { Readings } from './readings.ts';
import { statusOf } from './status.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const GIB = 1024 ** 3;
const HOUR = 3_600_000;
const ago = (ms: number) => new Date(NOW - ms).toISOString();

const healthy: Readings = {
	database: { engine: 'sqlite', bytes: 12 * 1024 ** 2, damage: undefined },
	files: 'ok',
	replica: undefined,
	disk: { free: 50 * GIB, size: 100 * GIB, floor: GIB },
	backup: { at: ago(20 * HOUR), destination: '/backups/a.tar', lost: 0 },
	payments: {
		...{ pending: 3, checksDue: 0, oldestDue: null },
		...{ lastDelivery: ago(60_000), unheard: 0, overdue: 0 },
	},
	strays: 0,
	refusedSignIns: 4,
	jobs: [],
};
const job = {
	name: 'Sweep files',
	holder: null,
	lease_until: null,
	started_at: ago(HOUR),
	finished_at: ago(HOUR),
	failed_at: null,
	note: '0 files removed',
};
const about = { version: '1.2.3', startedAt: NOW - HOUR, hooksOpen: true };

const troubles = (read: Partial<Readings>, hooksOpen = true) => {
	const { checks, jobs } = statusOf({ ...healthy, ...read }, { ...about, hooksOpen }, NOW);
	return [...checks, ...jobs]
		.filter(({ state }) => state !== 'ok')
		.map(({ name, state, advice }) => [name, state, (advice ?? '').length > 10]);
};

it('has nothing to say about a healthy installation', () => {
	expect(troubles({ jobs: [job] })).toEqual([]);
	expect(statusOf(healthy, about, NOW)).toMatchObject({
		version: '1.2.3',
		started_at: '2026-11-20T08:00:00.000Z',
		checks: [
			{ name: 'Database', says: 'SQLite, 12 MB' },
			{ name: 'Files', says: 'They can be read and written' },
			{ name: 'Disk', says: '50.0 GB of 100.0 GB are free' },
			{ name: 'Backup', at: ago(20 * HOUR) },
			{ name: 'Deliveries from M-Pesa', at: ago(60_000) },
			{ name: 'Payments pending for over a day', says: 'None' },
			{ name: 'Questions to M-Pesa', says: 'None is waiting' },
			{ name: 'Stray deliveries', says: 'None within the last day' },
			{ name: 'Sign-ins', says: '4 were refused within the last hour' },
		],
	});
});

it('says what to do where something is wrong', () => {
	const { payments } = healthy;
	const silent = { ...payments, lastDelivery: ago(25 * HOUR) };
	const never = { ...payments, lastDelivery: null };
	const waiting = { ...payments, checksDue: 2, oldestDue: ago(2 * HOUR) };
	const failed = { ...job, failed_at: job.finished_at };
	expect(troubles({ disk: { free: GIB / 2, size: 100 * GIB, floor: GIB } })).toEqual([
		['Disk', 'act', true],
	]);
	expect(troubles({ disk: { free: 1.5 * GIB, size: 100 * GIB, floor: GIB } })).toEqual([
		['Disk', 'look', true],
	]);
	const replica = { lagMs: 40, answered: 5, failed: 0 };
	expect(troubles({ replica: { ...replica, state: 'used' } })).toEqual([]);
	for (const state of ['away', 'behind'] as const)
		expect(troubles({ replica: { ...replica, state } })).toEqual([['Replica', 'look', true]]);
	expect(troubles({ replica: { ...replica, state: 'foreign' } })).toEqual([
		['Replica', 'act', true],
	]);
	const postgres = { engine: 'postgres' as const, bytes: 1, damage: undefined };
	const damaged = { ...healthy.database, damage: 'Page 3: never used' };
	expect(troubles({ database: damaged })).toEqual([['Database', 'act', true]]);
	for (const files of ['away', 'gone', 'lost'] as const)
		expect(troubles({ files })).toEqual([['Files', 'act', true]]);
	const last = { at: ago(HOUR), destination: '-', lost: 0 };
	expect(troubles({ backup: undefined })).toEqual([['Backup', 'look', true]]);
	expect(troubles({ backup: undefined, database: postgres })).toEqual([]);
	expect(troubles({ backup: { ...last, at: ago(200 * HOUR) } })).toEqual([
		['Backup', 'look', true],
	]);
	expect(troubles({ backup: { ...last, lost: 2 } })).toEqual([['Backup', 'act', true]]);
	expect(troubles({ payments: silent })).toEqual([['Deliveries from M-Pesa', 'look', true]]);
	expect(troubles({ payments: silent }, false)).toEqual([]);
	expect(troubles({ payments: never })).toEqual([]);
	expect(troubles({ payments: { ...never, unheard: 1 } })).toEqual([
		['Deliveries from M-Pesa', 'act', true],
	]);
	expect(troubles({ payments: { ...payments, unheard: 2 } })).toEqual([]);
	expect(troubles({ payments: { ...payments, unheard: 3 } })).toEqual([
		['Deliveries from M-Pesa', 'act', true],
	]);
	expect(troubles({ payments: { ...payments, overdue: 1 } })).toEqual([
		['Payments pending for over a day', 'look', true],
	]);
	expect(troubles({ payments: waiting })).toEqual([['Questions to M-Pesa', 'look', true]]);
	expect(troubles({ strays: 1 })).toEqual([['Stray deliveries', 'look', true]]);
	expect(troubles({ refusedSignIns: 60 })).toEqual([['Sign-ins', 'look', true]]);
	expect(troubles({ jobs: [failed] })).toEqual([['Sweep files', 'act', true]]);
	expect(troubles({ jobs: [{ ...job, finished_at: ago(4 * HOUR) }] })).toEqual([
		['Sweep files', 'look', true],
	]);
	expect(troubles({ jobs: [{ ...job, finished_at: null }] })).toEqual([
		['Sweep files', 'look', true],
	]);
	const held = { ...job, finished_at: null, holder: 'a', lease_until: ago(-1_000) };
	expect(troubles({ jobs: [held, { ...held, finished_at: ago(9 * HOUR) }] })).toEqual([]);
});

it.each(engines)(
	'knows of stray deliveries and refused sign-ins as they come (%s)',
	async (engine) => {
		let ahead = 0;
		const desk = await openDesk(engine, { now: () => Date.now() + ahead });
		try {
			const says = async () =>
				((await desk.call('GET', '/system')).body.data.checks as SystemCheck[])
					.slice(-2)
					.map((check) => check.says);
			const none = ['None within the last day', '0 were refused within the last hour'];
			expect(await says()).toEqual(none);
			expect(await desk.deliver('stk', { Body: 'about nothing of ours' })).toBe(200);
			for (let n = 0; n < 3; n++)
				await desk.anyone('POST', '/auth/sign-in/email', { email: 'a@example.org', password: 'x' });
			await desk.app.refusals.flush();
			await desk.settled();
			expect(await says()).toEqual([
				'1 delivery of the last day changed no payment',
				'3 were refused within the last hour',
			]);
			ahead = 25 * HOUR;
			expect(await says()).toEqual(none);
		} finally {
			await desk.close();
		}
	},
);

it.each(engines)('knows of requests that nothing is heard of (%s)', async (engine) => {
	let ahead = 0;
	const desk = await openDesk(engine, { now: () => Date.now() + ahead });
	try {
		const key = { authorization: `Bearer ${await makeKey(desk.database, 'admin')}` };
		const read = async () => {
			const { checks } = (await desk.call('GET', '/system')).body.data;
			const metrics = (await desk.app.inject({ url: '/metrics', headers: key })).body;
			const { unheard, overdue } = (await desk.call('GET', '/statistics/trends')).body.data;
			expect(metrics).toContain(`ufundi_requests_unheard ${unheard}\n`);
			expect(metrics).toContain(`ufundi_payments_overdue ${overdue}\n`);
			const said = (checks as SystemCheck[]).filter(({ name }) => /Deliveries|Payments/.test(name));
			return { unheard, overdue, said: said.map(({ says }) => says) };
		};
		// Lost callbacks: one is decided by a question, one stays open, one was never taken.
		const { body } = await desk.pay({ copies: 0 });
		await desk.pay({ payerMs: 'never' });
		await desk.pay({ push: { status: 400, errorCode: '400.002.02' } });
		expect(await read()).toMatchObject({ unheard: 0, overdue: 0, said: ['None yet', 'None'] });
		await desk.call('POST', `/transactions/${body.data.id}/check`);
		ahead = 6 * 60_000;
		expect(await read()).toMatchObject({
			...{ unheard: 2, overdue: 0 },
			said: ['None yet, although 2 requests went out', 'None'],
		});
		ahead = 25 * HOUR;
		const waits = '1 payment waits, and M-Pesa is asked no more';
		expect(await read()).toMatchObject({ overdue: 1, said: [expect.anything(), waits] });
		expect(await desk.deliver('stk', { Body: 'about nothing of ours' })).toBe(200);
		expect(await read()).toMatchObject({ unheard: 0, overdue: 1 });
	} finally {
		await desk.close();
	}
});

onEveryEngine('the system', (site) => {
	it('says how it fares, to administrators only', async () => {
		const { status, body } = await site().call('GET', '/system');
		expect(status).toBe(200);
		const [database, files, disk] = body.data.checks as SystemCheck[];
		expect(files).toMatchObject({ name: 'Files', state: 'ok' });
		expect(database).toMatchObject({
			name: 'Database',
			state: 'ok',
			says: expect.stringMatching(site().engine === 'sqlite' ? /^SQLite, \d/ : /^PostgreSQL, \d/),
		});
		expect(disk).toMatchObject({ name: 'Disk' });
		for (const role of ['editor', 'finance', 'viewer'] as const)
			expect((await (await site().as(role)).call('GET', '/system')).status).toBe(403);
	});

	it('has a key that may read the metrics and nothing else', async () => {
		const { call, headers } = await site().asKey('metrics');
		expect((await site().app.inject({ url: '/metrics', headers })).statusCode).toBe(200);
		for (const path of ['/courses', '/transactions', '/system', '/audit', '/openapi.json'])
			expect((await call('GET', path)).status).toBe(403);
		expect((await call('GET', '/account')).body.data).toMatchObject({
			role: 'metrics',
			permissions: ['metrics:read'],
		});
		const invited = { name: 'Nobody', email: 'nobody@example.org', role: 'metrics' };
		expect((await site().call('POST', '/people', invited)).status).toBe(422);
	});

	it('counts requests by route for a program with the right key, and tells nobody else', async () => {
		await site().call('GET', '/courses/nobody-knows-this-id');
		const get = async (headers: Record<string, string>) =>
			await site().app.inject({ url: '/metrics', headers });
		expect((await get({})).statusCode).toBe(401);
		const bearer = async (role: KeyRole) => ({
			authorization: `Bearer ${await makeKey(site().database, role)}`,
		});
		expect((await get(await bearer('viewer'))).statusCode).toBe(403);
		const { statusCode, body, headers } = await get(await bearer('admin'));
		expect(statusCode).toBe(200);
		expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
		expect(body).toMatch(
			/http_request_duration_seconds_count\{method="GET",route="\/api\/courses\/:courseId",status="404"\} \d/,
		);
		expect(body).not.toContain('nobody-knows-this-id');
		expect(body).toMatch(/^ufundi_database_size_bytes \d{4,}$/m);
		expect(body).toMatch(/^ufundi_disk_free_bytes \d+$/m);
		// Nothing was ever delivered: a figure would be the year 1970.
		expect(body).toContain('# TYPE ufundi_last_delivery_timestamp_seconds gauge\n');
		expect(body).not.toMatch(/^ufundi_last_delivery_timestamp_seconds /m);
		expect(body.includes('ufundi_database_connections{state="busy"}')).toBe(
			site().engine === 'postgres',
		);
	});
});
