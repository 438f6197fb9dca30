import { randomUUIDv7 } from 'node:crypto';
import type { ImportedStatement, Statement as Wire } from '#shared/contract/statements.ts';
import { authorColumns } from '../../api/acting.ts';
import type { Page } from '../../api/page.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { AuditContext } from '../../audit-context.ts';
import type { Database, Db, Trx } from '../../db/database.ts';
import { idsOf, totalOf } from '../../db/engine.ts';
import { inChunks } from '../../in-chunks.ts';
import type { StatementLine } from '../../mpesa/statement/lines.ts';
import type { Statement } from '../../mpesa/statement/statement.ts';
import { checkStatement, endAtLastLine } from './check-statement.ts';
import { adjacentGaps, rangesOf, type Span, spansOf } from './coverage.ts';
import { type StatementLineRow, type StatementRow, shillings } from './tables.ts';

const REFUSED_SHOWN = 200;

const iso = (ms: number) => new Date(ms).toISOString();

/** A statement as read, with its file. */
export interface ReadStatement extends Statement {
	fileName: string;
	sha256: string;
}

/**
 * Identifies each movement in any statement of either template: by receipt, amounts, and how many lines before have the
 * same, since a payment, its charge and both sides of a sweep share a receipt. The kind is left out: the two templates
 * have different words for one movement.
 */
const identitiesOf = (lines: readonly StatementLine[]) => {
	const counts = new Map<string, number>();
	return lines.map((line) => {
		const same = `${line.receipt} ${line.paidIn} ${line.withdrawn}`;
		const earlier = counts.get(same) ?? 0;
		counts.set(same, earlier + 1);
		return `${same} ${earlier}`;
	});
};

const knownOf = async (db: Db, identities: readonly string[]) => {
	const known = new Set<string>();
	await inChunks(identities, async (part) => {
		const rows = await db
			.selectFrom('statement_lines')
			.select('identity')
			.where('identity', 'in', part)
			.execute();
		for (const { identity } of rows) known.add(identity);
	});
	return known;
};

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
	opening: shillings(row.opening),
	closing: shillings(row.closing),
	first_line_at: row.first_line_at,
	last_line_at: row.last_line_at,
	lines: row.lines,
	new_lines: row.new_lines,
	gaps: rangesOf(adjacentGaps(spans, [Date.parse(row.covers_from), Date.parse(row.covers_to)])),
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
	const spans = await spansOf(db);
	const total = await totalOf(db.selectFrom('statements'));
	return { data: rows.map((row) => toWire(row, spans)), total };
};

/** Checks a statement as of now and finds its new lines. Rejects with `invalid` for a wrong one. */
const prepare = async (
	db: Db,
	read: ReadStatement,
	ours: readonly string[],
	by: AuditContext,
	now: number,
) => {
	const statement = endAtLastLine(read, now);
	const { lines, opening, closing, refused } = statement;
	await checkStatement(db, statement, ours, now);
	const identities = identitiesOf(lines);
	const known = await knownOf(db, identities);
	const fresh = lines
		.map((line, at) => [line, identities[at] as string] as const)
		.filter(([, identity]) => !known.has(identity));
	const [first, last] = [lines[0], lines.at(-1)];
	const row: StatementRow = {
		id: randomUUIDv7(),
		...authorColumns({ by, now }),
		file_name: statement.fileName,
		sha256: statement.sha256,
		short_code: statement.shortCode,
		account: statement.account,
		covers_from: iso(statement.from),
		covers_to: iso(statement.to),
		opening,
		closing,
		first_line_at: first ? iso(first.completedAt) : null,
		last_line_at: last ? iso(last.completedAt) : null,
		lines: lines.length,
		new_lines: fresh.length,
	};
	const sum = (of: (line: StatementLine) => number) =>
		shillings(lines.reduce((total, line) => total + of(line), 0));
	const data: Wire = {
		...toWire(row, await spansOf(db)),
		paid_in: sum(({ paidIn }) => paidIn),
		withdrawn: sum(({ withdrawn }) => withdrawn),
		known_lines: lines.length - fresh.length,
		refused: refused.slice(0, REFUSED_SHOWN),
	};
	return { row, fresh, data };
};

/** Checks a statement without storing it. Rejects with `invalid` if it cannot be imported. */
export const previewStatement = async (...given: Parameters<typeof prepare>): Promise<Wire> => ({
	...(await prepare(...given)).data,
	id: null,
});

const asRow = (statement: string, line: StatementLine, identity: string): StatementLineRow => ({
	id: randomUUIDv7(),
	statement,
	line: line.line,
	identity,
	completed_at: iso(line.completedAt),
	receipt: line.receipt,
	kind: line.kind,
	details: line.details,
	paid_in: line.paidIn,
	withdrawn: line.withdrawn,
	phone: line.phone,
	payer_name: line.payerName,
	account_reference: line.accountReference,
	linked_receipt: line.linkedReceipt,
});

/** Deletes the lines of imports that were not completed. */
const deleteUnseenLines = async (db: Db, write: Database['write']) => {
	const unseen = await db
		.selectFrom('statement_line_rows')
		.select('id')
		.where('statement', 'not in', (eb) => eb.selectFrom('statements').select('id'))
		.execute();
	await inChunks(idsOf(unseen), (ids) =>
		write((trx) => trx.deleteFrom('statement_line_rows').where('id', 'in', ids).execute()),
	);
};

/** A statement whose lines are stored. `show` adds the statement, so that its lines count. */
interface StatementImport {
	isNew: boolean;
	data: Wire;
	show: (trx: Trx) => Promise<void>;
}

/**
 * Stores the lines of a statement that are new, in slices of one transaction each, so that other writers can run in
 * between. The lines do not count before `show` has added the statement itself. The same file again adds nothing. Only
 * one import may run at a time. Rejects with `invalid` for another short code or clock.
 */
export const importStatement = async (
	{ db, write }: { db: Db; write: Database['write'] },
	read: ReadStatement,
	ours: readonly string[],
	by: AuditContext,
	now: number,
): Promise<StatementImport> => {
	const { row, fresh, data } = await prepare(db, read, ours, by, now);
	const same = await db
		.selectFrom('statements')
		.select(['id', 'at', 'actor_name as by'])
		.where('sha256', '=', row.sha256)
		.executeTakeFirst();
	if (same) {
		const known = { new_lines: 0, known_lines: data.lines };
		return { isNew: false, data: { ...data, ...same, ...known }, show: async () => {} };
	}
	await deleteUnseenLines(db, write);
	await inChunks(fresh, (part) => {
		const rows = part.map(([line, identity]) => asRow(row.id, line, identity));
		return write((trx) => trx.insertInto('statement_line_rows').values(rows).execute());
	});
	const show = async (trx: Trx) => {
		await trx.insertInto('statements').values(row).execute();
		recordAudit(trx, by, {
			action: 'import',
			item: { kind: 'statement', id: row.id, name: row.file_name },
			details: { from: data.from, to: data.to, lines: data.lines, new_lines: data.new_lines },
		});
	};
	return { isNew: true, data, show };
};
