import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { engines, makePostgresDatabase } from '../test-app.ts';
import { folderOfTest } from '../test-folder.ts';
import type { Database, Trx } from './database.ts';
import { STEPS } from './migrate.ts';
import type { Steps } from './migrations/step.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** The schema of the first release. */
const FIRST = { '0001-initial': STEPS['0001-initial'] } as Steps;

const AT = '2026-10-05T06:00:00.000Z';
const LATER = '2026-10-06T06:00:00.000Z';
const FROM = 'from 25471****222 - ALI **** OMAR';

type Line = [id: string, statement: string, kind: string, cents: number, details: string];

/** Statement lines of the first release; negative `cents` were withdrawn. */
const lines: (Line | [...Line, linked: string])[] = [
	['a1', 's1', 'reversal', 70_100, `Pay Bill ${FROM} Acc. REVERSAL FEE`],
	// The same movement in the other template, which was counted twice.
	['a2', 's2', 'payment', 70_100, 'Pay Bill'],
	['b1', 's1', 'sweep', 90_000, `Pay Bill ${FROM} Acc. my account to his account`],
	[
		'c1',
		's1',
		'reversal',
		-500,
		'Pay Bill Reversal from 25470****111 - JACQUELINE WANJA',
		'JACQUELINE',
	],
	['d1', 's1', 'reversal', -600, `Pay Bill Reversal of UJ12AB34CD ${FROM}`, 'UJ12AB34CD'],
	['e1', 's1', 'other', -700, 'Utility Account to Organization Settlement'],
	['f1', 's1', 'charge', -800, 'Business Payment to Customer to 254722000111 - CHARGE LTD'],
	['g1', 's1', 'charge', -2_300, 'Pay Bill Charge'],
	['h1', 's1', 'withdrawal', -900, 'Agency Withdrawal of funds to Bank'],
	['i1', 's1', 'payment', 1_000, `Pay Bill ${FROM} Acc. A12`],
];

const insertStatements = async (trx: Trx) => {
	for (const [id, brought] of [
		['s1', 9],
		['s2', 1],
	] as const)
		await trx
			.insertInto('statements')
			.values({
				...{ id, at: AT, file_name: id, sha256: id, short_code: '174379' },
				account: id === 's1' ? 'Utility Account' : null,
				...{ covers_from: '2026-10-01T00:00:00.000Z', covers_to: '2026-11-01T00:00:00.000Z' },
				...{
					opening: 0,
					closing: 0,
					lines: 9,
					new_lines: brought,
					actor: 'a',
					actor_name: 'A',
				},
			} as never)
			.execute();
	for (const [n, [id, statement, kind, cents, details, linked]] of lines.entries()) {
		const receipt = `UJ1000000${id[0]?.toUpperCase()}`;
		await trx
			.insertInto('statement_line_rows')
			.values({
				...{ id, statement, line: n + 1, receipt, details, linked_receipt: linked ?? null },
				identity: `${receipt} ${kind} ${Math.max(0, cents)} ${Math.max(0, -cents)} 0`,
				completed_at: id === 'i1' ? LATER : AT,
				kind: kind as 'other',
				...{ paid_in: Math.max(0, cents), withdrawn: Math.max(0, -cents) },
				...{ phone: null, payer_name: null, account_reference: null },
			})
			.execute();
	}
};

describe.each(engines)('an upgrade of the first release (%s)', (engine) => {
	let upgraded: Database;
	afterEach(() => upgraded.close());

	/** Fills a database of the first release and upgrades it. */
	const upgrade = async (fill: (old: Database) => Promise<unknown>) => {
		const dataDir = folderOfTest();
		const url = engine === 'postgres' ? await makePostgresDatabase() : '';
		const open = (steps: Steps) =>
			engine === 'postgres' ? openPostgres(url, { steps }) : openSqlite(dataDir, { steps });
		const old = await open(FIRST);
		await fill(old);
		await old.close();
		upgraded = await open(STEPS);
		return upgraded;
	};

	it('keeps the audit trail, append-only and without its chains', async () => {
		const insert = (seq: number) => sql`insert into audit_log
			(id, chain, seq, at, action, actor, actor_name, item_kind, item_id, after, hash)
			values (${`id ${seq}`}, 'chain', ${seq}, ${AT}, 'update', 'person:1', 'Jane',
				'course', 'c1', '{"price":1}', 'hash')`;
		const { read, write } = await upgrade(({ write }) =>
			write(async (trx) => {
				for (const seq of [1, 2, 3]) await insert(seq).execute(trx);
				await sql`insert into settings (name, value) values ('audit_anchored_at', '"x"')`.execute(
					trx,
				);
			}),
		);
		const rows = await read.selectFrom('audit_log').selectAll().orderBy('id').execute();
		expect(rows).toHaveLength(3);
		expect(rows[2]).toEqual({
			id: 'id 3',
			at: AT,
			action: 'update',
			actor: 'person:1',
			actor_name: 'Jane',
			actor_role: null,
			address: null,
			request_id: null,
			item_kind: 'course',
			item_id: 'c1',
			item_name: null,
			parents: null,
			before: null,
			after: '{"price":1}',
			details: null,
		});
		expect(await read.selectFrom('settings').selectAll().execute()).toEqual([]);
		for (const statement of ['delete from audit_log', `update audit_log set actor_name = 'Joe'`])
			await expect(
				write((trx) => sql.raw(statement).execute(trx)),
				statement,
			).rejects.toThrow('append-only');
	});

	it('keeps the read texts of files, without fingerprints', async () => {
		const { read } = await upgrade(({ write }) =>
			write(async (trx) => {
				await sql`insert into insides
					(sha256, ext, state, tries, asked_at, pages, text, title, codes, words, looks)
					values ('a', 'pdf', 'read', 1, ${AT}, 2, 'text', 'Pipes', '[]', 'w', 'l')`.execute(trx);
				await sql`insert into inside_pages (sha256, page, text) values ('a', 1, 'Pipes')`.execute(
					trx,
				);
			}),
		);
		const [row] = await read.selectFrom('insides').selectAll().execute();
		expect(row).toMatchObject({ sha256: 'a', state: 'read', pages: 2, title: 'Pipes' });
		for (const column of ['words', 'looks', 'tries']) expect(row).not.toHaveProperty(column);
		const pages = await read.selectFrom('inside_pages').select('text').execute();
		expect(pages).toEqual([{ text: 'Pipes' }]);
	});

	it('keeps bulk actions', async () => {
		const { read } = await upgrade(({ write }) =>
			write(async (trx) => {
				await sql`insert into operations (id, kind, action, actor, actor_name, actor_role, total, at, finished_at)
					values ('old', 'topics', 'publish', 'person:1', 'Amina', 'editor', 2, ${AT}, null)`.execute(
					trx,
				);
				await sql`insert into operation_rows (operation, n, item_id, state)
					values ('old', 1, 'one', 'done'), ('old', 2, 'two', 'pending')`.execute(trx);
				await sql`insert into jobs (name) values ('Go on with operations')`.execute(trx);
			}),
		);
		expect(await read.selectFrom('operations').selectAll().execute()).toEqual([
			{
				id: 'old',
				kind: 'topics',
				action: 'publish',
				target: null,
				undo_of: null,
				actor: 'person:1',
				actor_name: 'Amina',
				total: 2,
				at: AT,
			},
		]);
		const rows = await read.selectFrom('operation_rows').select(['n', 'state']).execute();
		expect(rows).toEqual([
			{ n: 1, state: 'done' },
			{ n: 2, state: 'pending' },
		]);
		expect(await read.selectFrom('jobs').select('name').execute()).toEqual([]);
	});

	it('gives payments their search keys', async () => {
		const { read } = await upgrade(async ({ single }) => {
			for (let n = 1; n <= 1_100; n++)
				await sql`insert into payments (seq, id, origin, status, amount, phone, account_reference, payer_name, updated_at)
					values (${n}, ${`p${n}`}, 'c2b', 'completed', 100, '254712345678', ${`UF ${n}`}, 'JOSÉ ALI', ${AT})`.execute(
					single,
				);
			await sql`insert into payment_assignments (payment_id, account_reference, at, reason, actor, actor_name)
				values ('p1100', 'LRN-77', ${AT}, 'x', 'person:a', 'A')`.execute(single);
		});
		const { rows } = await sql<{ id: string; search_key: string; search_shown: string }>`
			select id, search_key, search_shown from payments order by seq desc`.execute(read);
		expect(rows).toHaveLength(1_100);
		for (const { id, search_key, search_shown } of rows) {
			expect(search_key).toContain(` uf${id.slice(1)}`);
			expect(search_key).toContain('254712345678');
			expect(search_shown).not.toContain('12345');
			expect(search_shown).toContain(' jose ali');
		}
		expect(rows[0]?.search_key).toContain(' lrn77');
	});

	it('keeps the stored payment figures of months, and no others', async () => {
		const { read } = await upgrade(({ single }) =>
			sql`insert into payment_counts (scope, bucket, label, n, amount) values
				(0, 0, 'completed', 3, 700), (0, 0, 'failed', 1, 900),
				(1, 24321, 'completed', 2, 300), (1, 24322, 'completed', 1, 400), (1, 24322, 'failed', 1, 900),
				(2, 20700, 'completed', 3, 700), (2, 20701, 'failed', 1, 900), (3, 20701, '1032', 1, 900)`.execute(
				single,
			),
		);
		const { rows } = await sql`select month, status, n, amount from payment_months
			order by month, status`.execute(read);
		expect(rows).toEqual([
			{ month: 24321, status: 'completed', n: 2, amount: 300 },
			{ month: 24322, status: 'completed', n: 1, amount: 400 },
			{ month: 24322, status: 'failed', n: 1, amount: 900 },
		]);
	});

	it('keeps closed months, and opens months in review', async () => {
		const steps: [month: string, n: number, step: string, asked: string | null][] = [
			['2026-07', 1, 'review', null],
			['2026-07', 2, 'close', '2026-07 1'],
			['2026-08', 1, 'close', null],
			['2026-08', 2, 'reopen', null],
			['2026-08', 3, 'review', null],
			['2026-09', 1, 'review', null],
			['2026-10', 1, 'close', null],
			['2026-10', 2, 'reopen', null],
			['2026-10', 3, 'close', null],
		];
		const { read } = await upgrade(async ({ single }) => {
			for (const [month, n, step, asked] of steps) {
				const figures = JSON.stringify({ figures: { books: { in: n } }, arrived: [] });
				await sql`insert into period_steps
					(id, month, n, at, step, reason, asked, figures, checksum, actor, actor_name)
					values (${`${month} ${n}`}, ${month}, ${n}, ${`2026-11-0${n}T08:00:00.000Z`}, ${step}, ${`why ${n}`}, ${asked},
						${figures}, 'sum', ${`person ${n}`}, ${`Person ${n}`})`.execute(single);
			}
			await sql`insert into period_items (step, id, "of", kind, state)
				values ('2026-07 2', 'line', 'statement', 'payment', 'matched')`.execute(single);
		});
		const rows = await read.selectFrom('periods').selectAll().orderBy('month').execute();
		const row = (month: string, n: number, state: string, closing = n) => ({
			...{ month, state, at: `2026-11-0${n}T08:00:00.000Z`, reason: `why ${n}` },
			...{ actor: `person ${n}`, actor_name: `Person ${n}`, figures: { books: { in: closing } } },
		});
		expect(rows.map((each) => ({ ...each, figures: JSON.parse(each.figures) }))).toEqual([
			row('2026-07', 2, 'closed'),
			row('2026-08', 2, 'open', 1),
			row('2026-10', 3, 'closed'),
		]);
	});

	it('gives statement lines their kinds by M-Pesa’s own words', async () => {
		const { read, write } = await upgrade(({ write }) => write(insertStatements));
		const rows = await read.selectFrom('statement_lines').selectAll().orderBy('id').execute();
		expect(rows.map(({ id, kind, linked_receipt }) => [id, kind, linked_receipt])).toEqual([
			['a1', 'payment', null],
			['b1', 'payment', null],
			['c1', 'reversal', null],
			['d1', 'reversal', 'UJ12AB34CD'],
			['e1', 'sweep', null],
			['f1', 'other', null],
			['g1', 'charge', null],
			['h1', 'withdrawal', null],
			['i1', 'payment', null],
		]);
		expect(rows[0]?.identity).toBe('UJ1000000A 70100 0 0');
		const statements = await read.selectFrom('statements').selectAll().orderBy('id').execute();
		for (const statement of statements)
			expect(statement).toMatchObject({ first_line_at: AT, last_line_at: LATER });
		for (const table of ['statements', 'statement_line_rows'] as const) {
			const change = write((trx) => trx.updateTable(table).set({ id: 'x' }).execute());
			await expect(change).rejects.toThrow('append-only');
			const removal = write((trx) => trx.deleteFrom(table).execute());
			await expect(removal).rejects.toThrow('append-only');
		}
	});
});
