import { describe, expect, it } from 'vitest';
import { SYSTEM_CONTEXT } from '../../platform/audit-context.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { source } from '../../platform/files/fixtures/verdict.ts';
import { engines } from '../../testing/app.ts';
import { csvOf, orgRows } from '../mpesa/fixtures/statements.ts';
import { readStatement } from '../mpesa/statement/statement.ts';
import { MONTH, openDesk, receiptOf, sendStatement, whole } from './fixtures/desk.ts';
import { DAY, END, ORG, START } from './fixtures/october.ts';
import { importStatement } from './statements.ts';

/** Each slice has 200 lines. */
const LINES = 1_500;

const movements = Array.from({ length: LINES }, (_, n) => ({
	receipt: receiptOf(n),
	at: START + n * 60_000,
	paidIn: 10,
}));
const file = csvOf(orgRows(whole(movements)));
/** Another file with a third of the lines. */
const part = csvOf(orgRows({ ...whole(movements.slice(0, 500)), to: START + 500 * 60_000 }));

const countOf = async (db: Db, table: 'statement_lines' | 'statement_line_rows') => {
	const count = db.selectFrom(table).select(({ fn }) => fn.countAll().as('n'));
	return Number((await count.executeTakeFirstOrThrow()).n);
};

/** Starts an import, and stops it after four slices. */
const breakOff = async (database: Database) => {
	const read = { ...(await readStatement(source(file), ORG)), fileName: ORG, sha256: 'f' };
	let slices = 0;
	const write: Database['write'] = (work) => {
		if (++slices > 4) throw new Error('The disk is full.');
		return database.write(work);
	};
	const taking = importStatement({ db: database.read, write }, read, [], SYSTEM_CONTEXT, END + DAY);
	await expect(taking).rejects.toThrow('full');
};

describe.each(engines)('the lines of a statement, slice by slice (%s)', (engine) => {
	it('let other writers in between, and count once all are stored', async () => {
		const site = await openDesk(engine, END + DAY);
		let isOver = false;
		const sending = sendStatement(site, ORG, file).finally(() => {
			isOver = true;
		});
		const seen: [kept: number, counted: number][] = [];
		while (!isOver)
			seen.push(
				await site.database.write(async (trx) => [
					await countOf(trx, 'statement_line_rows'),
					await countOf(trx, 'statement_lines'),
				]),
			);
		expect((await sending).body.data).toMatchObject({ new_lines: LINES });
		expect(seen.filter(([, counted]) => counted !== 0 && counted !== LINES)).toEqual([]);
		// On PostgreSQL readers do not wait for a transaction.
		const between = seen.filter(([kept]) => kept > 0 && kept < LINES).length;
		if (engine === 'sqlite') expect(between).toBeGreaterThan(2);
		await site.close();
	});

	it('stay invisible after an interrupted import, and are stored by the next', async () => {
		const site = await openDesk(engine, END + DAY);
		const { database } = site;
		await breakOff(database);
		expect(await countOf(database.read, 'statement_line_rows')).toBe(800);
		const month = async () => (await site.call('GET', MONTH)).body.data;
		expect((await month()).states.only_statement.count).toBe(0);

		const other = await sendStatement(site, ORG, part);
		expect(other.body.data).toMatchObject({ new_lines: 500, known_lines: 0 });
		expect((await month()).states.only_statement.count).toBe(500);
		const again = await sendStatement(site, ORG, file);
		expect(again.body.data).toMatchObject({ new_lines: LINES - 500, known_lines: 500 });
		expect((await month()).states.only_statement).toEqual({ count: LINES, amount: LINES * 10 });
		expect(await countOf(database.read, 'statement_line_rows')).toBe(LINES);
		const change = database.write((trx) =>
			trx.updateTable('statement_line_rows').set({ paid_in: 1 }).execute(),
		);
		await expect(change).rejects.toThrow('append-only');
		await site.close();
	});

	it('are deleted by the next import after an interrupted one', async () => {
		const site = await openDesk(engine, END + DAY);
		const { database } = site;
		await breakOff(database);
		await sendStatement(site, ORG, part);
		expect(await countOf(database.read, 'statement_line_rows')).toBe(500);
		const removal = database.write((trx) => trx.deleteFrom('statement_line_rows').execute());
		await expect(removal).rejects.toThrow('append-only');
		const whole = await sendStatement(site, ORG, file);
		expect(whole.body.data).toMatchObject({ new_lines: LINES - 500, known_lines: 500 });
		await site.close();
	});
});
