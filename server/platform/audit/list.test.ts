import { beforeAll, expect, it } from 'vitest';
import type { AuditRow } from '#shared/contract/platform/audit.ts';
import { formatDay, toDayNumber } from '#shared/east-africa-time.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { refused } from '../../testing/content.ts';
import type { AuditContext } from '../audit-context.ts';
import { recordAudit } from './audit-log.ts';

const by = (id: string, name: string, role?: string): AuditContext => ({
	actor: { kind: 'person', id, name, ...(role && { role }) },
	requestId: null,
	address: '2001:db8::1',
});

onEveryEngine('the audit trail', (site) => {
	const list = async (query: Record<string, string> = {}) => {
		const answer = await site().call('GET', `/audit?${new URLSearchParams(query)}`);
		return answer.body.data as { data: AuditRow[]; next: string | null };
	};
	const names = async (query: Record<string, string>) =>
		(await list(query)).data.map(({ item }) => item?.name);

	beforeAll(async () => {
		const { database } = site();
		for (let n = 0; n < 25; n++)
			await database.write(async (trx) => {
				recordAudit(trx, n % 2 ? by('a', 'Achieng', 'editor') : by('b', 'Baraka', 'admin'), {
					action: n % 5 === 0 ? 'delete' : 'update',
					item: { kind: n % 3 === 0 ? 'course' : 'topic', id: `item-${n % 4}`, name: `Row ${n}` },
				});
			});
		await database.write(async (trx) =>
			recordAudit(trx, by('b', 'Baraka Otieno', 'admin'), {
				action: 'sign_in',
				item: { kind: 'session', id: null, name: null },
			}),
		);
	});

	it('is listed newest first, without gaps between pages', async () => {
		const seen: string[] = [];
		let before: string | null = null;
		do {
			const page = await list({ limit: '7', ...(before && { before }) });
			seen.push(...page.data.map(({ id }) => id));
			before = page.next;
		} while (before);
		expect(seen).toHaveLength(26);
		expect(new Set(seen).size).toBe(26);
		expect(seen).toEqual([...seen].sort().reverse());
	});

	it('is filtered by person, action, kind, item and all of them', async () => {
		expect(await names({ actor: 'person:a', action: 'delete' })).toEqual(['Row 15', 'Row 5']);
		expect(await names({ item_id: 'item-3', item_kind: 'course' })).toEqual(['Row 15', 'Row 3']);
		expect(await names({ item_kind: 'session' })).toEqual([null]);
		expect(await names({ action: 'sign_in', actor: 'person:b' })).toEqual([null]);
		expect(await names({ actor: 'person:unknown' })).toEqual([]);
	});

	it('is filtered by days of East Africa Time, inclusive', async () => {
		const today = toDayNumber(Date.now());
		const day = (offset: number) => formatDay(today + offset);
		// At midnight in Nairobi the rows are of two days.
		const all = { limit: '100' };
		const onBoth =
			(await list({ ...all, from: day(0) })).data.length +
			(await list({ ...all, to: day(-1) })).data.length;
		expect(onBoth).toBe(26);
		expect((await list({ from: day(2) })).data).toEqual([]);
		expect((await list({ to: day(-2) })).data).toEqual([]);
	});

	it('names every actor by their latest name', async () => {
		const { body } = await site().call('GET', '/audit/actors');
		expect(body.data).toEqual([
			{ actor: 'person:a', name: 'Achieng', role: 'editor' },
			{ actor: 'person:b', name: 'Baraka Otieno', role: 'admin' },
		]);
	});

	it('returns one row by its id', async () => {
		const [row] = (await list({ limit: '1' })).data;
		const { body } = await site().call('GET', `/audit/${row?.id}`);
		expect(body.data).toEqual(row);
		expect((await site().call('GET', '/audit/none')).status).toBe(404);
	});

	it('lists an operation once, and its items by its id, by item, kind or action', async () => {
		const [{ id: newest } = { id: '' }] = (await list({ limit: '1' })).data;
		const bulk = { ...by('a', 'Achieng', 'editor'), operation: 'first' };
		await site().database.write(async (trx) => {
			for (const name of ['One', 'Two'])
				recordAudit(trx, bulk, {
					action: 'update',
					item: { kind: 'topic', id: 'of-operation', name },
				});
			recordAudit(trx, bulk, {
				action: 'bulk',
				item: { kind: 'operation', id: 'first', name: null },
			});
			recordAudit(trx, by('a', 'Achieng'), {
				action: 'update',
				item: { kind: 'topic', id: 'of-operation', name: 'Three' },
				details: { reason: '"operation":"first"' },
			});
		});
		const listed = async (query: Record<string, string>) =>
			(await list(query)).data
				.filter(({ id }) => id > newest)
				.map(({ action, item }) => item.name ?? action);
		expect(await listed({})).toEqual(['Three', 'bulk']);
		expect(await listed({ actor: 'person:a' })).toEqual(['Three', 'bulk']);
		expect(await listed({ operation: 'first' })).toEqual(['Two', 'One']);
		for (const query of [{ item_id: 'of-operation' }, { item_kind: 'topic' }, { action: 'update' }])
			expect(await listed(query)).toEqual(['Three', 'Two', 'One']);
	});

	it.each([
		['from', '2026-02-30', 'From must be a date such as 2026-01-31'],
		['action', 'fly', 'Action is not known'],
		['limit', '101', 'Limit must be from 1 to 100'],
	])('refuses %s=%s', async (field, value, message) => {
		expect(await site().call('GET', `/audit?${field}=${value}`)).toMatchObject(
			refused({ [field]: message }),
		);
	});

	it('rejects a last day before the first', async () => {
		const { status, body } = await site().call('GET', '/audit?from=2026-02-02&to=2026-02-01');
		expect([status, body.fields]).toEqual([422, { to: 'To must not be before From' }]);
	});

	it('cannot be changed through the API', async () => {
		const [row] = (await list({ limit: '1' })).data;
		for (const method of ['PUT', 'DELETE', 'PATCH', 'POST'] as const)
			expect([404, 405]).toContain((await site().call(method, `/audit/${row?.id}`, {})).status);
	});
});
