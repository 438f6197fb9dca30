import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { SYSTEM_CONTEXT } from '../audit-context.ts';
import type { Trx } from '../db/database.ts';
import { buildFirstId, createAuditId, parseIdTime, recordAudit } from './audit-log.ts';

const note = (trx: Trx, name: string) =>
	recordAudit(trx, SYSTEM_CONTEXT, { action: 'update', item: { kind: 'course', id: null, name } });

describe('the id of an audit row', () => {
	it('contains its time, and bounds the ids of other times', () => {
		expect(parseIdTime('0198c0de-1234-7abc-8def-0123456789ab')).toBe(0x0198c0de1234);
		expect(buildFirstId(0x0198c0de1234)).toBe('0198c0de-1234');
		expect('0198c0de-1233-7fff' < buildFirstId(0x0198c0de1234)).toBe(true);
		expect('0198c0de-1234-7000' > buildFirstId(0x0198c0de1234)).toBe(true);
	});

	it('is above the newest id of another process, whose clock is ahead', () => {
		const ahead = `${buildFirstId(Date.now() + 60_000)}-7ffe-8def-0123456789ab`;
		const [next, after] = [createAuditId(ahead), createAuditId(ahead)];
		expect([ahead, next, after].toSorted()).toEqual([ahead, next, after]);
		expect(createAuditId(buildFirstId(0)) > after).toBe(true);
	});

	it('is a UUIDv7 above every earlier id', () => {
		const ids = Array.from({ length: 20_000 }, () => createAuditId());
		expect(ids).toEqual([...ids].sort());
		expect(new Set(ids).size).toBe(ids.length);
		for (const id of ids)
			expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
	});
});

onEveryEngine('the audit log', (site) => {
	const rows = () =>
		site().database.read.selectFrom('audit_log').selectAll().orderBy('id').execute();

	it('has no row of a transaction that was rolled back', async () => {
		const before = (await rows()).length;
		await site().database.write(async (trx) => note(trx, 'first'));
		const failing = site().database.write(async (trx) => {
			note(trx, 'lost');
			throw new Error('No.');
		});
		await expect(failing).rejects.toThrow('No.');
		await site().database.write(async (trx) => note(trx, 'second'));
		const all = await rows();
		expect(all.slice(before).map(({ item_name }) => item_name)).toEqual(['first', 'second']);
	});

	it('fails a change whose audit row cannot be written', async () => {
		const make = (name: string) =>
			site().database.write(async (trx) => {
				await trx
					.insertInto('idempotency_keys')
					.values({
						actor: name,
						key: 'k',
						request_hash: '',
						status: 0,
						etag: null,
						body: '',
						created_at: new Date().toISOString(),
					})
					.execute();
				// A name that the row cannot have.
				recordAudit(
					trx,
					{ ...SYSTEM_CONTEXT, actor: { kind: 'system', id: 'x', name: null as never } },
					{ action: 'update', item: { kind: 'course', id: null, name } },
				);
			});
		await expect(make('refused')).rejects.toThrow();
		const storedKeys = await site()
			.database.read.selectFrom('idempotency_keys')
			.select('key')
			.where('actor', '=', 'refused')
			.execute();
		expect(storedKeys).toEqual([]);
	});

	it('takes no row outside a transaction', () => {
		expect(() => note(site().database.read as never, 'loose')).toThrow('transaction');
	});

	it.each([
		['changed', 'update audit_log set actor_name = actor_name'],
		['removed', 'delete from audit_log'],
	])('cannot be %s', async (_what, statement) => {
		const before = await rows();
		await expect(site().database.write((trx) => sql.raw(statement).execute(trx))).rejects.toThrow();
		expect(await rows()).toEqual(before);
	});

	it.each([
		['254712345678', '*********678'],
		['+254 712 345-678', '+*** *** ***-678'],
		['ws_CO_260720251030001712345678', `ws_CO_${'*'.repeat(21)}678`],
		['29115-34620561-1', '*****-******61-1'],
		['SGR7A1B2C3', 'SGR7A1B2C3'],
		['UK12345678', 'UK12345678'],
		['KNEC-2026', 'KNEC-2026'],
		['Year 2026, 12345 copies', 'Year 2026, 12345 copies'],
		['2026-11-22', '2026-11-22'],
		['2026-11-22T19:09:12.000Z', '2026-11-22T19:09:12.000Z'],
		['01991234-5678-7123-8456-712345678901', '01991234-5678-7123-8456-712345678901'],
	])('has of %s in a row about a payment only %s', async (text, shown) => {
		await site().database.write(async (trx) =>
			recordAudit(trx, SYSTEM_CONTEXT, {
				action: 'note',
				item: { kind: 'transaction', id: null, name: text },
				details: { text },
			}),
		);
		const last = (await rows()).at(-1);
		expect(last?.item_name).toBe(shown);
		expect(JSON.parse(last?.details ?? '')).toEqual({ text: shown });
	});

	it('keeps numbers in rows about other items', async () => {
		await site().database.write(async (trx) => note(trx, 'Series 2023 2024'));
		expect((await rows()).at(-1)?.item_name).toBe('Series 2023 2024');
	});
});
