import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAudit } from '../../audit/audit-log.ts';
import { hashAfter } from '../../audit/chain.ts';
import { SYSTEM_CONTEXT } from '../../audit-context.ts';
import type { Db } from '../../db/database.ts';
import { engines, makeTestApp, type TestApp } from '../../test-app.ts';
import { disarm } from './fixtures/disarm.ts';
import { verifyAudit } from './verify.ts';

const ROWS = 6;
const EMPTY = 'The trail is empty, though there are people.';

const at = (db: Db, seq: number) => db.updateTable('audit_log').where('seq', '=', seq);

const rowsOf = (db: Db) => db.selectFrom('audit_log').selectAll().orderBy('seq').execute();

describe.each(engines)('a check of the audit trail (%s)', (engine) => {
	let site: TestApp;
	beforeAll(async () => {
		site = await makeTestApp(engine);
		for (let n = 1; n <= ROWS; n++)
			await site.database.write(async (trx) =>
				recordAudit(trx, SYSTEM_CONTEXT, {
					action: 'update',
					item: { kind: 'course', id: `${n}`, name: `Kozi “${n}”` },
					before: { price: n },
					after: { price: null },
				}),
			);
	});
	afterAll(() => site.close());

	const findings = async () =>
		(await verifyAudit(site.database.read)).findings.map(({ seq, message }) => ({ seq, message }));

	/** Without what it says of the guards, which the tests take away themselves. */
	const aboutRows = async () =>
		(await findings()).filter(({ message }) => !message.startsWith('The trigger'));

	/** What a check finds after a deed that is undone again. */
	const after = async <T = Awaited<ReturnType<typeof findings>>>(
		deed: (db: Db) => Promise<unknown>,
		look: () => Promise<T> = aboutRows as never,
	) => {
		const kept = await site.database.read.selectFrom('audit_log').selectAll().execute();
		const heads = await site.database.read.selectFrom('audit_heads').selectAll().execute();
		await site.database.write(deed);
		const found = await look();
		await site.database.write(async (trx) => {
			await trx.deleteFrom('audit_log').execute();
			await trx.deleteFrom('audit_heads').execute();
			await trx.insertInto('audit_log').values(kept).execute();
			await trx.insertInto('audit_heads').values(heads).execute();
		});
		expect(await aboutRows()).toEqual([]);
		return found;
	};

	it('finds nothing in what nobody touched', async () => {
		expect(await verifyAudit(site.database.read)).toEqual({ rows: ROWS, chains: 1, findings: [] });
	});

	it('finds every kind of tampering, and says where', async () => {
		await disarm(site);
		expect((await findings()).map(({ message }) => message)).toContain(
			'The trigger audit_heads_forward, which refuses changes, is missing or switched off.',
		);
		const CHANGED = 'This row was changed, or the one before it was replaced.';
		for (const patch of [
			{ actor_name: 'Somebody else' },
			{ at: '2026-01-01T00:00:00.000Z' },
			{ after: '{"price":1}' },
			{ before: null },
			{ item_name: 'Kozi “4”' },
			{ request_id: 'x' },
			{ hash: 'f'.repeat(64) },
		])
			expect(await after((db) => at(db, 3).set(patch).execute())).toContainEqual({
				seq: 3,
				message: CHANGED,
			});
		expect(
			await after((db) => db.deleteFrom('audit_log').where('seq', 'in', [2, 3]).execute()),
		).toEqual([{ seq: 2, message: 'Rows 2 to 3 are missing.' }]);
		expect(
			await after((db) => db.deleteFrom('audit_log').where('seq', '=', ROWS).execute()),
		).toEqual([{ seq: ROWS, message: `Row ${ROWS} is missing.` }]);
		expect(await after((db) => db.deleteFrom('audit_log').execute())).toEqual([
			{ seq: 1, message: `Rows 1 to ${ROWS} are missing.` },
			{ seq: undefined, message: EMPTY },
		]);
	});

	it('finds a chain that was written anew as a whole, by an anchor that was kept', async () => {
		const heads = () => site.database.read.selectFrom('audit_heads').selectAll().execute();
		const anchors = await heads();
		const found = async () => (await verifyAudit(site.database.read, anchors)).findings;
		expect(await aboutRows()).toEqual([]);
		const look = async () => ({
			names: new Set((await rowsOf(site.database.read)).map(({ actor_name }) => actor_name)),
			without: (await aboutRows()).map(({ message }) => message),
			against: (await found()).map(({ message }) => message).filter((text) => /anchor/.test(text)),
		});
		const rewritten = await after(async (db) => {
			let hash = '';
			for (const row of await rowsOf(db)) {
				const forged = { ...row, actor_name: 'Nobody' };
				hash = hashAfter(hash, forged);
				await at(db, row.seq).set({ actor_name: 'Nobody', hash }).execute();
			}
			await db.updateTable('audit_heads').set({ hash }).execute();
		}, look);
		expect(rewritten).toEqual({
			names: new Set(['Nobody']),
			without: [],
			against: ['This row is not the one that an anchor knows.'],
		});
		const removed = await after(async (db) => {
			await db.deleteFrom('audit_log').execute();
			await db.deleteFrom('audit_heads').execute();
		}, look);
		expect(removed).toMatchObject({
			without: [EMPTY],
			against: ['A row that an anchor knows is missing.'],
		});
	});

	it('finds rows that were put in, behind the end and in chains of their own', async () => {
		const copy = async (db: Db, over: { chain?: string; seq: number }) => {
			const row = await db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow();
			await db
				.insertInto('audit_log')
				.values({ ...row, id: 'ffffffff-0000-7000-8000-000000000000', ...over })
				.execute();
		};
		expect((await after((db) => copy(db, { seq: ROWS + 1 }))).map(({ seq }) => seq)).toEqual([
			ROWS + 1,
			ROWS + 1,
		]);
		expect((await after((db) => copy(db, { chain: 'mine', seq: 1 }))).length).toBeGreaterThan(0);
		expect(await after((db) => copy(db, { seq: 2 }))).toEqual([
			{ seq: 2, message: 'This row was put in, or moved.' },
		]);
	});
});
