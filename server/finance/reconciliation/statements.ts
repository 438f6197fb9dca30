import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { ImportedStatement, Statement as Wire } from '#shared/contract/finance/statements.ts';
import { formatIso } from '#shared/east-africa-time.ts';
import { toAuthorColumns } from '../../platform/api/acting.ts';
import type { Page } from '../../platform/api/page.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Database, Db, Trx } from '../../platform/db/database.ts';
import { countTotal, getEngine, listIds } from '../../platform/db/engine.ts';
import { runInChunks } from '../../platform/db/in-chunks.ts';
import type { StatementLine } from '../mpesa/statement/lines.ts';
import { lockStatementLines, refreshPayments } from '../payments/refresh.ts';
import { listClosedMonths } from '../periods/store.ts';
import { checkStatement, endAtLastLine } from './check-statement.ts';
import { compareWithKnown, type ReadLine, type ReadStatement } from './known-lines.ts';
import {
	findAdjacentGaps,
	findMissingNear,
	readSpans,
	type Span,
	toMissing,
	toRanges,
} from './statement-coverage.ts';
import { type StatementLineRow, type StatementRow, toShillings } from './tables.ts';

const REFUSED_SHOWN = 200;

/** Converts a stored statement to the API's form; `spans` are those of all statements. */
const toWire = (row: StatementRow, spans: readonly Span[]): ImportedStatement => ({
	id: row.id,
	file_name: row.file_name,
	at: row.at,
	by: row.actor_name,
	short_code: row.short_code,
	account: row.account,
	from: row.covers_from,
	to: row.covers_to,
	opening: toShillings(row.opening),
	closing: toShillings(row.closing),
	first_line_at: row.first_line_at,
	last_line_at: row.last_line_at,
	lines: row.lines,
	new_lines: row.new_lines,
	gaps: toRanges(findAdjacentGaps(spans, [Date.parse(row.covers_from), Date.parse(row.covers_to)])),
});

/** Lists imported statements, those of the latest period first: a page, and the total. */
export const listStatements = async (db: Db, { limit, offset }: Page) => {
	const rows = await db
		.selectFrom('statements')
		.selectAll()
		.orderBy('covers_from', 'desc')
		.orderBy('id', 'desc')
		.limit(limit)
		.offset(offset)
		.execute();
	const spans = await readSpans(db);
	const total = await countTotal(db.selectFrom('statements'));
	return { data: rows.map((row) => toWire(row, spans)), total };
};

/** Checks a statement as of now and finds its new lines. Rejects with `invalid` for a wrong one. */
const prepare = async (
	db: Db,
	read: ReadStatement,
	ours: readonly string[],
	context: AuditContext,
	now: number,
) => {
	const statement = endAtLastLine(read, now);
	const { lines, opening, closing, refused } = statement;
	await checkStatement(db, statement, ours, now);
	const compared = await compareWithKnown(db, statement);
	const fresh = compared.filter(({ known }) => !known);
	const [first, last] = [lines[0], lines.at(-1)];
	const row: StatementRow = {
		id: randomUUIDv7(),
		...toAuthorColumns({ context, now }),
		file_name: statement.fileName,
		sha256: statement.sha256,
		short_code: statement.shortCode,
		account: statement.account,
		covers_from: formatIso(statement.from),
		covers_to: formatIso(statement.to),
		opening,
		closing,
		first_line_at: first ? formatIso(first.completedAt) : null,
		last_line_at: last ? formatIso(last.completedAt) : null,
		complete_after: statement.complete && formatIso(statement.complete[0]),
		complete_before: statement.complete && formatIso(statement.complete[1]),
		stated_to: statement.statedTo === null ? null : formatIso(statement.statedTo),
		lines: lines.length,
		new_lines: fresh.length,
	};
	const sum = (of: (line: StatementLine) => number) =>
		toShillings(lines.reduce((total, line) => total + of(line), 0));
	const data: Wire = {
		...toWire(row, await readSpans(db)),
		paid_in: sum(({ paidIn }) => paidIn),
		withdrawn: sum(({ withdrawn }) => withdrawn),
		known_lines: lines.length - fresh.length,
		coverage: statement.coverage,
		missing: toMissing(
			await findMissingNear(
				db,
				row,
				fresh.map(({ line }) => line),
			),
		),
		closed_months: await listClosedMonths(
			db,
			fresh.map(({ line }) => line.completedAt),
		),
		refused: refused.slice(0, REFUSED_SHOWN),
	};
	return { row, compared, fresh, data };
};

/** Checks a statement without storing it. Rejects with `invalid` if it cannot be imported. */
export const previewStatement = async (...given: Parameters<typeof prepare>): Promise<Wire> => ({
	...(await prepare(...given)).data,
	id: null,
});

const asRow = (
	statement: string,
	{ line, identity, id, duplicate_of }: ReadLine,
): StatementLineRow => ({
	id,
	statement,
	line: line.line,
	identity,
	completed_at: formatIso(line.completedAt),
	receipt: line.receipt,
	kind: line.kind,
	details: line.details,
	paid_in: line.paidIn,
	withdrawn: line.withdrawn,
	phone: line.phone,
	payer_name: line.payerName,
	account_reference: line.accountReference,
	linked_receipt: line.linkedReceipt,
	duplicate_of,
});

/** Deletes the lines of imports that were not completed. */
const deleteUnseenLines = async (db: Db, write: Database['write']) => {
	const { rows } = await sql<{ statement: string }>`
		select statement from statement_contents union select statement from statement_line_rows
		except select id from statements`.execute(db);
	for (const { statement } of rows)
		await write(async (trx) => {
			await trx.deleteFrom('statement_contents').where('statement', '=', statement).execute();
			await trx.deleteFrom('statement_line_rows').where('statement', '=', statement).execute();
		});
};

/** A statement whose lines are stored. `show` adds the statement, so that its lines count. */
interface StatementImport {
	isNew: boolean;
	data: Wire;
	show: (trx: Trx) => Promise<void>;
}

/** Lists the payments that lines of a statement give back, as the lines or decisions say. */
export const listReversed = async (trx: Trx, statement: string) => {
	const lines = sql`from statement_contents as c join statement_line_rows as l on l.id = c.line_id and l.withdrawn > 0`;
	const { rows } = await sql<{ id: string }>`
		select p.id ${lines} join payments as p on p.receipt = l.linked_receipt where c.statement = ${statement}
		union select d.payment_id ${lines} join decisions as d on d.receipt = l.receipt
			where c.statement = ${statement} and d.what in ('reversal', 'refund')
		union select d.payment_id ${lines} join decisions as d on d.receipt = l.linked_receipt
			where c.statement = ${statement} and d.what = 'attached'`.execute(trx);
	return listIds(rows);
};

/** Adds to known lines which payments they reverse, if only this statement says so. */
const addReversed = async (trx: Trx, compared: readonly ReadLine[]) => {
	for (const { line, known } of compared)
		if (known?.linked_receipt === null && line.linkedReceipt !== null)
			await trx
				.updateTable('statement_line_rows')
				.set({ linked_receipt: line.linkedReceipt })
				.where('id', 'in', [known.id, known.duplicate_of ?? known.id])
				.where('linked_receipt', 'is', null)
				.execute();
};

/**
 * Stores the lines of a statement, in slices of one transaction each, so that other writers can run in between. New lines
 * do not count before `show` has added the statement itself. The same file again adds nothing, or the lines that an
 * earlier release left out because another account has them. Only one import may run at a time. Rejects with `invalid`
 * for a wrong statement (decision 0101).
 */
export const importStatement = async (
	{ db, write }: { db: Db; write: Database['write'] },
	read: ReadStatement,
	ours: readonly string[],
	context: AuditContext,
	now: number,
): Promise<StatementImport> => {
	const { row, compared, fresh, data } = await prepare(db, read, ours, context, now);
	const same = await db
		.selectFrom('statements')
		.select(['id', 'at', 'actor_name as by'])
		.where('sha256', '=', row.sha256)
		.executeTakeFirst();
	const held = db.selectFrom('statement_contents').where('statement', '=', same?.id ?? '');
	if (same && (await countTotal(held)) === row.lines)
		return { isNew: false, data: { ...data, ...same }, show: async () => {} };
	const id = same?.id ?? row.id;
	await deleteUnseenLines(db, write);
	await runInChunks(compared, (part) => {
		const rows = part.filter(({ known }) => !known).map((each) => asRow(id, each));
		const contents = part.map(({ id: line_id, line }) => ({
			statement: id,
			line_id,
			linked_receipt: line.linkedReceipt,
		}));
		return write(async (trx) => {
			if (rows.length > 0) await trx.insertInto('statement_line_rows').values(rows).execute();
			await trx
				.insertInto('statement_contents')
				.values(contents)
				.onConflict((conflict) => conflict.doNothing())
				.execute();
		});
	});
	// PostgreSQL counts new lines itself after a minute. Without it, the first pages of a month take seconds.
	if (getEngine(db) === 'postgres')
		await write((trx) => sql`analyze statement_line_rows, statement_contents`.execute(trx));
	const show = async (trx: Trx) => {
		await lockStatementLines(trx);
		if (!same) await trx.insertInto('statements').values(row).execute();
		await addReversed(trx, compared);
		await refreshPayments(trx, await listReversed(trx, id), now);
		recordAudit(trx, context, {
			action: 'import',
			item: { kind: 'statement', id, name: row.file_name },
			details: { from: data.from, to: data.to, lines: data.lines, new_lines: fresh.length },
		});
	};
	return { isNew: !same, data: { ...data, ...same }, show };
};
