import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashAfter } from '../../db/audit-chain.ts';
import { recordAudit } from '../../db/audit-log.ts';
import type { Db } from '../../db/database.ts';
import { BY_SYSTEM } from '../../http/actor.ts';
import { engines, makeTestApp, type TestApp } from '../../test-app.ts';
import { verifyAudit } from './verify.ts';

const ROWS = 6;

/** Takes the guards away, as somebody with the database in their hands would. */
const disarm = async ({ engine, database }: TestApp) => {
	await database.write(async (trx) => {
		if (engine === 'postgres') {
			await sql`alter table audit_log disable trigger user`.execute(trx);
			await sql`alter table audit_heads disable trigger user`.execute(trx);
			return;
		}
		const { rows } = await sql<{ name: string }>`select name from sqlite_master
			where type = 'trigger' and tbl_name like 'audit%'`.execute(trx);
		for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(trx);
	});
};

const at = (db: Db, seq: number) => db.updateTable('audit_log').where('seq', '=', seq);

const rowsOf = (db: Db) => db.selectFrom('audit_log').selectAll().orderBy('seq').execute();

describe.each(engines)('a check of the audit trail (%s)', (engine) => {
	let site: TestApp;
	beforeAll(async () => {
		site = await makeTestApp(engine);
		for (let n = 1; n <= ROWS; n++)
			await site.database.write(async (trx) =>
				recordAudit(trx, BY_SYSTEM, {
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

	/** What a check finds after a deed that is undone again. */
	const after = async <T = Awaited<ReturnType<typeof findings>>>(
		deed: (db: Db) => Promise<unknown>,
		look: () => Promise<T> = findings as never,
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
		expect(await findings()).toEqual([]);
		return found;
	};

	it('finds nothing in what nobody touched', async () => {
		expect(await verifyAudit(site.database.read)).toEqual({ rows: ROWS, chains: 1, findings: [] });
	});

	it('finds every kind of tampering, and says where', async () => {
		await disarm(site);
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
		]);
	});

	it('finds a chain that was written anew as a whole, by an anchor that was kept', async () => {
		const heads = () => site.database.read.selectFrom('audit_heads').selectAll().execute();
		const anchors = await heads();
		const found = async () => (await verifyAudit(site.database.read, anchors)).findings;
		expect(await found()).toEqual([]);
		const look = async () => ({
			names: new Set((await rowsOf(site.database.read)).map(({ actor_name }) => actor_name)),
			without: await findings(),
			against: (await found()).map(({ message }) => message),
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
			against: ['This row is not the one that was here when the anchor was taken.'],
		});
		const removed = await after(async (db) => {
			await db.deleteFrom('audit_log').execute();
			await db.deleteFrom('audit_heads').execute();
		}, look);
		expect(removed).toMatchObject({ without: [], against: ['An anchored row is missing.'] });
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
