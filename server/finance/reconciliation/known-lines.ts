import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { formatEastAfricaTime, formatIso } from '#shared/east-africa-time.ts';
import type { Db } from '../../platform/db/database.ts';
import { listIds, toSqlList } from '../../platform/db/engine.ts';
import { runInChunks } from '../../platform/db/in-chunks.ts';
import { invalid } from '../../platform/errors.ts';
import type { StatementLine } from '../mpesa/statement/lines.ts';
import type { Statement } from '../mpesa/statement/statement.ts';
import { formatCents } from './reasons.ts';
import { makeAccountFinder, readCoverage } from './statement-coverage.ts';
import type { StatementRow } from './tables.ts';

/** A statement as read, with its file. */
export interface ReadStatement extends Statement {
	fileName: string;
	sha256: string;
}

/** A stored line with a receipt of a file. */
interface KnownLine {
	id: string;
	statement: string;
	file_name: string;
	receipt: string;
	identity: string;
	completed_at: string;
	paid_in: number;
	withdrawn: number;
	linked_receipt: string | null;
	duplicate_of: string | null;
}

/** A line of a file, with the stored line of its account that it is, if there is one. */
export interface ReadLine {
	id: string;
	line: StatementLine;
	identity: string;
	known: KnownLine | undefined;
	/** The stored line of another account that shows the same movement. */
	duplicate_of: string | null;
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

const selectKnown = (db: Db) =>
	db
		.selectFrom('statement_line_rows as l')
		.innerJoin('statements as s', 's.id', 'l.statement')
		.select(['l.id', 'l.statement', 's.file_name', 'l.receipt', 'l.identity', 'l.completed_at'])
		.select(['l.paid_in', 'l.withdrawn', 'l.linked_receipt', 'l.duplicate_of']);

const readKnownLines = async (db: Db, receipts: readonly string[]) => {
	const lines: KnownLine[] = [];
	await runInChunks(receipts, async (part) => {
		lines.push(...(await selectKnown(db).where('l.receipt', 'in', part).execute()));
	});
	return Map.groupBy(lines, ({ receipt }) => receipt);
};

const getTime = ({ completed_at }: KnownLine) => Date.parse(completed_at);

const describeLine = (at: number, paidIn: number, withdrawn: number) =>
	`${paidIn > 0 ? `${formatCents(paidIn)} in` : `${formatCents(withdrawn)} out`} at ${formatEastAfricaTime(at).slice(0, 19).replace('T', ' ')}`;
const describeRead = ({ line, receipt, completedAt, paidIn, withdrawn }: StatementLine) =>
	`Line ${line} has receipt ${receipt} with ${describeLine(completedAt, paidIn, withdrawn)}`;
const describeKnown = (line: KnownLine) =>
	describeLine(getTime(line), Number(line.paid_in), Number(line.withdrawn));

const refuse = (text: string) =>
	invalid('file', `${text} Export the statement again, or remove the earlier import.`);

/**
 * Rejects a file with a line that contradicts a known one of its account: the same receipt, but another amount, direction
 * or time, although both files cover that time.
 */
const requireConsistent = (
	{ from, to }: ReadStatement,
	lines: readonly ReadLine[],
	known: (receipt: string) => readonly KnownLine[],
) => {
	const identities = new Set(lines.map(({ identity }) => identity));
	for (const { line, known: same } of lines) {
		const contradicting = same
			? [same].find((other) => getTime(other) !== line.completedAt)
			: known(line.receipt).find(
					(other) =>
						!identities.has(other.identity) && getTime(other) >= from && getTime(other) < to,
				);
		if (contradicting)
			throw refuse(
				`${describeRead(line)}; “${contradicting.file_name}” has it with ${describeKnown(contradicting)}.`,
			);
	}
};

/**
 * Rejects a file with a line that another one, which is complete at that time, does not have; but not where the balances
 * of two statements say that a line is missing.
 */
const requireNoneNew = async (
	db: Db,
	{ from, to }: ReadStatement,
	lines: readonly ReadLine[],
	others: readonly StatementRow[],
) => {
	const unexpected = lines.flatMap(({ line, known }) => {
		const at = formatIso(line.completedAt);
		const complete = others.find(
			({ complete_after: after, complete_before: before }) =>
				after !== null && before !== null && after < at && at < before,
		);
		return complete && !known ? [{ line, complete }] : [];
	});
	if (unexpected.length === 0) return;
	const { missing } = await readCoverage(db, from, to, to);
	for (const { line, complete } of unexpected) {
		const at = line.completedAt;
		if (!missing.some((span) => span.from <= at && at < span.to))
			throw refuse(
				`${describeRead(line)}; “${complete.file_name}” covers that time and does not have this line.`,
			);
	}
};

/** Rejects a file that is complete at the time of a known line of its account and does not have it. */
const requireNoneMissing = async (
	db: Db,
	{ complete }: ReadStatement,
	lines: readonly ReadLine[],
	others: readonly StatementRow[],
) => {
	if (!complete || others.length === 0) return;
	const [after, before] = complete;
	const own = new Set(lines.map(({ id }) => id));
	const lineIds = sql<string>`(select line_id from statement_contents where statement in ${toSqlList(db, listIds(others))})`;
	const stored = selectKnown(db)
		.where('l.completed_at', '>', formatIso(after))
		.where('l.completed_at', '<', formatIso(before))
		.where('l.id', 'in', lineIds)
		.orderBy('l.id');
	for (let last = ''; ; ) {
		const page = await stored.where('l.id', '>', last).limit(PAGE).execute();
		const missing = page.find(({ id }) => !own.has(id));
		if (missing)
			throw refuse(
				`“${missing.file_name}” has receipt ${missing.receipt} with ${describeKnown(missing)}; this file covers that time and does not have this line.`,
			);
		last = page.at(-1)?.id ?? '';
		if (page.length < PAGE) return;
	}
};
const PAGE = 1_000;

/**
 * Compares the lines of a statement with those of its account and of others. Rejects with `invalid`, naming both, if a line
 * contradicts a known one, or if a line is new or missing in a time that another statement of the account has completely.
 */
export const compareWithKnown = async (db: Db, read: ReadStatement): Promise<ReadLine[]> => {
	const statements = await db.selectFrom('statements').selectAll().execute();
	const row = { short_code: read.shortCode, account: read.account };
	const findAccount = makeAccountFinder([...statements, row]);
	const sameAccount = statements.filter((each) => findAccount(each) === findAccount(row));
	const ids = new Set(listIds(sameAccount));
	const known = await readKnownLines(db, [...new Set(read.lines.map(({ receipt }) => receipt))]);
	const identities = identifyLines(read.lines);
	const lines = read.lines.map((line, at): ReadLine => {
		const identity = identities[at] as string;
		const same = (known.get(line.receipt) ?? []).filter((other) => other.identity === identity);
		const own = same.find(({ statement }) => ids.has(statement));
		const other = own ? undefined : same.find((each) => getTime(each) === line.completedAt);
		return {
			id: own?.id ?? randomUUIDv7(),
			line,
			identity,
			known: own,
			duplicate_of: other ? (other.duplicate_of ?? other.id) : null,
		};
	});
	requireConsistent(read, lines, (receipt) =>
		(known.get(receipt) ?? []).filter(({ statement }) => ids.has(statement)),
	);
	const others = sameAccount.filter(({ sha256 }) => sha256 !== read.sha256);
	await requireNoneNew(db, read, lines, others);
	await requireNoneMissing(db, read, lines, others);
	return lines;
};
