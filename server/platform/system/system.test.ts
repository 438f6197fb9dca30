import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { KeyRole } from '#shared/contract/platform/access.ts';
import type { SystemCheck } from '#shared/contract/platform/system.ts';
import { openDesk } from '../../finance/payments/fixtures/desk.ts';
import { engines, onEveryEngine } from '../../testing/app.ts';
import { makeKey } from '../../testing/people.ts';
import { recordBackup } from './last-backup.ts';

const HOUR = 3_600_000;

it.each(engines)('counts unmatched deliveries and refused sign-ins (%s)', async (engine) => {
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
			'1 message of the last day changed no payment',
			'3 were refused within the last hour',
		]);
		ahead = 25 * HOUR;
		expect(await says()).toEqual(none);
	} finally {
		await desk.close();
	}
});

it.each(engines)('counts requests without any answer (%s)', async (engine) => {
	let ahead = 0;
	const desk = await openDesk(engine, { now: () => Date.now() + ahead });
	try {
		const key = { authorization: `Bearer ${await makeKey(desk.database, 'metrics')}` };
		const read = async () => {
			const { checks } = (await desk.call('GET', '/system')).body.data;
			const metrics = (await desk.app.inject({ url: '/metrics', headers: key })).body;
			const { unheard, overdue } = (await desk.call('GET', '/statistics/trends')).body.data;
			expect(metrics).toContain(`ufundi_requests_unheard ${unheard}\n`);
			expect(metrics).toContain(`ufundi_payments_overdue ${overdue}\n`);
			const messages = (checks as SystemCheck[]).filter(({ name }) =>
				/^Messages from|Payments/.test(name),
			);
			return { unheard, overdue, messages: messages.map(({ says }) => says) };
		};
		// Lost callbacks: one is resolved by a query, one stays open, one request was rejected.
		const { body } = await desk.pay({ copies: 0 });
		await desk.pay({ payerMs: 'never' });
		await desk.pay({ push: { status: 400, errorCode: '400.002.02' } });
		expect(await read()).toMatchObject({
			unheard: 0,
			overdue: 0,
			messages: ['None yet', 'None'],
		});
		await desk.call('POST', `/transactions/${body.data.id}/check`);
		ahead = 6 * 60_000;
		expect(await read()).toMatchObject({
			unheard: 2,
			overdue: 0,
			messages: ['None yet, although 2 requests went out', 'None'],
		});
		ahead = 25 * HOUR;
		const waits = '1 payment request is pending, and M-Pesa is asked no more';
		expect(await read()).toMatchObject({ overdue: 1, messages: [expect.anything(), waits] });
		expect(await desk.deliver('stk', { Body: 'about nothing of ours' })).toBe(200);
		expect(await read()).toMatchObject({ unheard: 0, overdue: 1 });
	} finally {
		await desk.close();
	}
});

onEveryEngine('the system', (site) => {
	it('reports its status', async () => {
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
	});

	it('has every metric of the alert rules and the dashboard', async () => {
		const { headers } = await site().asKey('metrics');
		const { body } = await site().app.inject({ url: '/metrics', headers });
		const known = [...body.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name);
		for (const file of ['prometheus/ufundi.rules.yml', 'grafana-dashboard.json']) {
			const text = readFileSync(join(import.meta.dirname, '../../../deploy', file), 'utf8');
			for (const [, name = ''] of text.matchAll(/\b((?:ufundi|http)_[a-z_]+?)(?:_bucket)?\b/g))
				if (!/^ufundi_database_connections/.test(name)) expect(known).toContain(name);
		}
	});

	it('shares the age of the last backup among servers', async () => {
		const { headers } = await site().asKey('metrics');
		const readTime = async () => {
			const { body } = await site().app.inject({ url: '/metrics', headers });
			return Number(/^ufundi_last_backup_timestamp_seconds (\d+)$/m.exec(body)?.[1]);
		};
		// Alerts compare the value with the current time, so the series must exist.
		expect(await readTime()).toBe(0);
		const at = new Date(Math.floor(Date.now() / 1_000) * 1_000 - HOUR).toISOString();
		for (const destination of ['-', '/backups/a.tar'])
			await site().database.write((trx) => recordBackup(trx, { at, destination, lost: 0 }));
		const { checks } = (await site().call('GET', '/system')).body.data;
		expect(checks).toContainEqual(expect.objectContaining({ name: 'Backup', state: 'ok', at }));
		expect(await readTime()).toBe(Date.parse(at) / 1_000);
	});

	it('accepts a key that can only read the metrics', async () => {
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

	it('serves request metrics by route only to the right key', async () => {
		await site().call('GET', '/courses/an-unknown-id');
		await site().call('PUT', '/settings/second-factor', { roles: [] });
		const get = async (headers: Record<string, string>) =>
			await site().app.inject({ url: '/metrics', headers });
		expect((await get({})).statusCode).toBe(401);
		const bearer = async (role: KeyRole) => ({
			authorization: `Bearer ${await makeKey(site().database, role)}`,
		});
		expect((await get(await bearer('viewer'))).statusCode).toBe(403);
		expect((await get(await bearer('admin'))).statusCode).toBe(403);
		const { statusCode, body, headers } = await get(await bearer('metrics'));
		expect(statusCode).toBe(200);
		expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
		expect(body).toMatch(
			/http_requests_total\{method="GET",route="\/api\/courses\/:courseId",status="4xx"\} \d/,
		);
		expect(body).not.toContain('an-unknown-id');
		expect(body).toMatch(/^ufundi_database_size_bytes \d{4,}$/m);
		expect(body).toMatch(/^ufundi_disk_free_bytes \d+$/m);
		// Without any delivery, a value would mean the year 1970.
		expect(body).toContain('# TYPE ufundi_last_delivery_timestamp_seconds gauge\n');
		expect(body).not.toMatch(/^ufundi_last_delivery_timestamp_seconds /m);
		expect(body.includes('ufundi_database_connections{state="busy"}')).toBe(
			site().engine === 'postgres',
		);
	});
});
