import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { type DecisionKind, decisionWords } from '#shared/contract/decisions.ts';
import type { ImportedStatement, Statement as Wire } from '#shared/contract/statements.ts';
import { formatEastAfricaTime, formatIso } from '#shared/east-africa-time.ts';
import { type Acting, toAuthorColumns } from '../../api/acting.ts';
import type { Page } from '../../api/page.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { AuditContext } from '../../audit-context.ts';
import type { Database, Db, Trx } from '../../db/database.ts';
import { countTotal, getEngine, isId, listIds } from '../../db/engine.ts';
import { runInChunks } from '../../db/in-chunks.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import type { StatementLine } from '../../mpesa/statement/lines.ts';
import type { Statement } from '../../mpesa/statement/statement.ts';
import { selectActive, touchPayments } from '../decisions/store.ts';
import { isReversalLine } from '../payments/payment-state.ts';
import { listClosedMonths } from '../periods/store.ts';
import { checkStatement, endAtLastLine } from './check-statement.ts';
import { formatCents } from './reasons.ts';
import { findAdjacentGaps, readSpans, type Span, toRanges } from './statement-coverage.ts';
import { type StatementLineRow, type StatementRow, toShillings } from './tables.ts';

const REFUSED_SHOWN = 200;

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
const identifyLines = (lines: readonly StatementLine[]) => {
	const counts = new Map<string, number>();
	return lines.map((line) => {
		const same = `${line.receipt} ${line.paidIn} ${line.withdrawn}`;
		const earlier = counts.get(same) ?? 0;
		counts.set(same, earlier + 1);
		return `${same} ${earlier}`;
	});
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

/** A known line with a receipt of a file. */
interface KnownLine {
	receipt: string;
	identity: string;
	completed_at: string;
	paid_in: number;
	withdrawn: number;
	account: string | null;
	file_name: string;
}

const readKnownLines = async (db: Db, receipts: readonly string[]) => {
	const lines: KnownLine[] = [];
	await runInChunks(receipts, async (part) => {
		const rows = await db
			.selectFrom('statement_lines as l')
			.innerJoin('statements as s', 's.id', 'l.statement')
			.select(['l.receipt', 'l.identity', 'l.completed_at', 'l.paid_in', 'l.withdrawn'])
			.select(['s.account', 's.file_name'])
			.where('l.receipt', 'in', part)
			.execute();
		lines.push(...rows);
	});
	return Map.groupBy(lines, ({ receipt }) => receipt);
};

const describeLine = (at: number, paidIn: number, withdrawn: number) =>
	`${paidIn > 0 ? `${formatCents(paidIn)} in` : `${formatCents(withdrawn)} out`} at ${formatEastAfricaTime(at).slice(0, 19).replace('T', ' ')}`;

/**
 * Rejects a file with a line that contradicts a known one: the same account and receipt, but another amount, direction or
 * time, although both files cover that time.
 */
const requireConsistent = (
	{ lines, account, from, to }: ReadStatement,
	identities: readonly string[],
	known: ReadonlyMap<string, readonly KnownLine[]>,
) => {
	const own = new Set(identities);
	for (const [n, line] of lines.entries()) {
		const others = (known.get(line.receipt) ?? []).filter(
			(other) => account === null || other.account === null || other.account === account,
		);
		const same = others.find(({ identity }) => identity === identities[n]);
		const at = (other: KnownLine) => Date.parse(other.completed_at);
		const contradicting = same
			? [same].find((other) => at(other) !== line.completedAt)
			: others.find((other) => !own.has(other.identity) && at(other) >= from && at(other) < to);
		if (!contradicting) continue;
		const { paid_in, withdrawn, file_name } = contradicting;
		throw invalid(
			'file',
			`Line ${line.line} has receipt ${line.receipt} with ${describeLine(line.completedAt, line.paidIn, line.withdrawn)}; “${file_name}” has it with ${describeLine(at(contradicting), Number(paid_in), Number(withdrawn))}. Export the statement again, or remove the earlier import.`,
		);
	}
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
	const identities = identifyLines(lines);
	const known = await readKnownLines(db, [...new Set(lines.map(({ receipt }) => receipt))]);
	requireConsistent(statement, identities, known);
	const knownIdentities = new Set([...known.values()].flat().map(({ identity }) => identity));
	const fresh = lines
		.map((line, at) => [line, identities[at] as string] as const)
		.filter(([, identity]) => !knownIdentities.has(identity));
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
		closed_months: await listClosedMonths(
			db,
			fresh.map(([{ completedAt }]) => completedAt),
		),
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
});

/** Deletes the lines of imports that were not completed. */
const deleteUnseenLines = async (db: Db, write: Database['write']) => {
	const unseen = await db
		.selectFrom('statement_line_rows')
		.select('id')
		.where('statement', 'not in', (eb) => eb.selectFrom('statements').select('id'))
		.execute();
	await runInChunks(listIds(unseen), (ids) =>
		write((trx) => trx.deleteFrom('statement_line_rows').where('id', 'in', ids).execute()),
	);
};

/** A statement whose lines are stored. `show` adds the statement, so that its lines count. */
interface StatementImport {
	isNew: boolean;
	data: Wire;
	show: (trx: Trx) => Promise<void>;
}

/** Moves `updated_at` of the payments that lines of a statement reverse. */
const touchReversed = async (trx: Trx, statement: string, now: number) => {
	const { rows } = await sql<{ id: string }>`select p.id from payments as p
		join statement_lines as l on l.linked_receipt = p.receipt
		where l.statement = ${statement} and ${isReversalLine}`.execute(trx);
	await touchPayments(trx, listIds(rows), now);
};

/**
 * Stores the lines of a statement that are new, in slices of one transaction each, so that other writers can run in
 * between. The lines do not count before `show` has added the statement itself. The same file again adds nothing. Only
 * one import may run at a time. Rejects with `invalid` for another short code or clock.
 */
export const importStatement = async (
	{ db, write }: { db: Db; write: Database['write'] },
	read: ReadStatement,
	ours: readonly string[],
	context: AuditContext,
	now: number,
): Promise<StatementImport> => {
	const { row, fresh, data } = await prepare(db, read, ours, context, now);
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
	await runInChunks(fresh, (part) => {
		const rows = part.map(([line, identity]) => asRow(row.id, line, identity));
		return write((trx) => trx.insertInto('statement_line_rows').values(rows).execute());
	});
	// PostgreSQL counts new lines itself after a minute. Without it, the first pages of a month take seconds.
	if (getEngine(db) === 'postgres')
		await write((trx) => sql`analyze statement_line_rows`.execute(trx));
	const show = async (trx: Trx) => {
		await trx.insertInto('statements').values(row).execute();
		await touchReversed(trx, row.id, now);
		recordAudit(trx, context, {
			action: 'import',
			item: { kind: 'statement', id: row.id, name: row.file_name },
			details: { from: data.from, to: data.to, lines: data.lines, new_lines: data.new_lines },
		});
	};
	return { isNew: true, data, show };
};

/** Divides the lines of a statement: those that another import covers, by its id, and the others. */
const divideLines = async (trx: Trx, { id, short_code, account }: StatementRow) => {
	const lines = await trx
		.selectFrom('statement_line_rows')
		.select(['id', 'receipt', 'completed_at'])
		.where('statement', '=', id)
		.execute();
	const others = (await trx.selectFrom('statements').selectAll().where('id', '<>', id).execute())
		.filter((other) => other.short_code === short_code)
		.filter((other) => other.account === null || account === null || other.account === account);
	return Map.groupBy(
		lines,
		({ completed_at: at }) =>
			others.find(({ covers_from, covers_to }) => covers_from <= at && at < covers_to)?.id ?? null,
	);
};

/**
 * Removes an import and the lines that no other import covers. Fails with 404, and with 409 `in_use` and a list if
 * decisions rest on its lines.
 */
export const removeStatement = async (
	{ trx, context, now }: Acting,
	id: string,
	reason: string,
) => {
	const row = isId(id)
		? await trx.selectFrom('statements').selectAll().where('id', '=', id).executeTakeFirst()
		: undefined;
	if (!row) throw notFound('Statement');
	const held = await divideLines(trx, row);
	const gone = held.get(null) ?? [];
	const resting: { id: number; what: string; receipt: string | null; actor_name: string }[] = [];
	await runInChunks(gone, async (part) => {
		const rows = await selectActive(trx)
			.where((eb) =>
				eb.or([
					eb.and([eb('d.about_kind', '=', 'line'), eb('d.about_id', 'in', listIds(part))]),
					eb.and([
						eb('d.what', 'in', ['reversal', 'refund']),
						eb(
							'd.receipt',
							'in',
							part.map(({ receipt }) => receipt),
						),
					]),
				]),
			)
			.execute();
		resting.push(...rows);
	});
	if (resting.length > 0)
		throw new AppError('in_use', 'Decisions rest on lines of this import. Take them back first.', {
			data: resting.map(({ id: decision, what, receipt, actor_name }) => ({
				kind: 'decision',
				id: String(decision),
				text: `${receipt ?? 'A payment'}: ${decisionWords[what as DecisionKind]}, says ${actor_name}`,
			})),
		});
	await touchReversed(trx, id, now);
	await trx.deleteFrom('statements').where('id', '=', id).execute();
	for (const [statement, lines] of held)
		await runInChunks(listIds(lines), (ids) =>
			statement === null
				? trx.deleteFrom('statement_line_rows').where('id', 'in', ids).execute()
				: trx
						.updateTable('statement_line_rows')
						.set({ statement })
						.where('id', 'in', ids)
						.execute(),
		);
	recordAudit(trx, context, {
		action: 'delete',
		item: { kind: 'statement', id, name: row.file_name },
		details: { reason, lines: gone.length, from: row.covers_from, to: row.covers_to },
	});
};
