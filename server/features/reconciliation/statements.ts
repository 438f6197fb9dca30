import { randomUUIDv7 } from 'node:crypto';
import type { Statement as Wire } from '#shared/contract/statements.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { type AuditContext, actorText } from '../../audit-context.ts';
import type { Database, Db, Trx } from '../../db/database.ts';
import { inChunks } from '../../in-chunks.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { StatementLine } from '../../mpesa/statement/lines.ts';
import type { Statement } from '../../mpesa/statement/statement.ts';
import { checkStatement, endAtLastLine } from './check-statement.ts';
import { adjacentGaps, rangesOf, type Span, spansOf } from './coverage/store.ts';
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

const endsOf = ({ lines }: ReadStatement) => {
	const [first, last] = [lines[0], lines.at(-1)];
	return {
		first_line_at: first ? iso(first.completedAt) : null,
		last_line_at: last ? iso(last.completedAt) : null,
	};
};

const asWire = (
	statement: ReadStatement,
	row: Pick<StatementRow, 'at' | 'actor_name'> & { id: string | null },
	known: number,
	spans: readonly Span[],
): Wire => {
	const sum = (of: (line: StatementLine) => number) =>
		shillings(statement.lines.reduce((total, line) => total + of(line), 0));
	return {
		id: row.id,
		at: row.at,
		by: row.actor_name,
		file_name: statement.fileName,
		short_code: statement.shortCode,
		account: statement.account,
		from: iso(statement.from),
		to: iso(statement.to),
		opening: shillings(statement.opening),
		closing: shillings(statement.closing),
		...endsOf(statement),
		paid_in: sum(({ paidIn }) => paidIn),
		withdrawn: sum(({ withdrawn }) => withdrawn),
		lines: statement.lines.length,
		new_lines: statement.lines.length - known,
		known_lines: known,
		gaps: rangesOf(adjacentGaps(spans, [statement.from, statement.to])),
		refused: statement.refused.slice(0, REFUSED_SHOWN),
	};
};

/** Checks a statement as of now and finds its known lines. Rejects with `invalid` for a wrong one. */
const compare = async (db: Db, read: ReadStatement, ours: readonly string[], now: number) => {
	const statement = endAtLastLine(read, now);
	await checkStatement(db, statement, ours, now);
	const identities = identitiesOf(statement.lines);
	return { statement, identities, known: await knownOf(db, identities), spans: await spansOf(db) };
};

/** Checks a statement without storing it. Rejects with `invalid` if it cannot be imported. */
export const previewStatement = async (
	db: Db,
	read: ReadStatement,
	ours: readonly string[],
	by: AuditContext,
	now: number,
) => {
	const { statement, known, spans } = await compare(db, read, ours, now);
	const row = { id: null, at: iso(now), actor_name: by.actor.name };
	return asWire(statement, row, known.size, spans);
};

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

/** Stores lines of a statement before the statement itself. Takes over lines of an import that was not completed. */
const keepLines = (trx: Trx, rows: readonly StatementLineRow[]) =>
	trx
		.insertInto('statement_line_rows')
		.values(rows)
		.onConflict((conflict) =>
			conflict.column('identity').doUpdateSet(({ ref }) => ({
				statement: ref('excluded.statement'),
				line: ref('excluded.line'),
				completed_at: ref('excluded.completed_at'),
				details: ref('excluded.details'),
				kind: ref('excluded.kind'),
				phone: ref('excluded.phone'),
				payer_name: ref('excluded.payer_name'),
				account_reference: ref('excluded.account_reference'),
				linked_receipt: ref('excluded.linked_receipt'),
			})),
		)
		.execute();

/** A statement whose lines are stored. `show` adds the statement, so that its lines count. */
interface ImportedStatement {
	isNew: boolean;
	data: Wire;
	show: (trx: Trx) => Promise<void>;
}

/**
 * Stores the lines of a statement that are new, in slices of one transaction each, so that other writers can run in
 * between. The lines do not count before `show` has added the statement itself. The same file again adds nothing. Only
 * one import may run at a time. Rejects with `invalid` for another short code or clock. `onProgress` receives the number of
 * new lines that are stored.
 */
export const importStatement = async (
	{ db, write }: { db: Db; write: Database['write'] },
	read: ReadStatement,
	ours: readonly string[],
	by: AuditContext,
	now: number,
	onProgress: (lines: number, of: number) => void,
): Promise<ImportedStatement> => {
	const { statement, identities, known, spans } = await compare(db, read, ours, now);
	const { sha256 } = statement;
	const same = await db
		.selectFrom('statements')
		.select(['id', 'at', 'actor_name'])
		.where('sha256', '=', sha256)
		.executeTakeFirst();
	if (same) {
		const data = asWire(statement, same, statement.lines.length, spans);
		return { isNew: false, data, show: async () => {} };
	}
	const row: StatementRow = {
		id: randomUUIDv7(),
		at: iso(now),
		file_name: statement.fileName,
		sha256,
		short_code: statement.shortCode,
		account: statement.account,
		covers_from: iso(statement.from),
		covers_to: iso(statement.to),
		opening: statement.opening,
		closing: statement.closing,
		...endsOf(statement),
		lines: identities.length,
		new_lines: identities.length - known.size,
		actor: actorText(by.actor),
		actor_name: by.actor.name,
	};
	const fresh = statement.lines
		.map((line, at) => [line, identities[at] as string] as const)
		.filter(([, identity]) => !known.has(identity));
	let kept = 0;
	await inChunks(fresh, async (part) => {
		onProgress(kept, fresh.length);
		await write((trx) =>
			keepLines(
				trx,
				part.map(([line, identity]) => asRow(row.id, line, identity)),
			),
		);
		kept += part.length;
	});
	const data = asWire(statement, row, known.size, spans);
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

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes the lines of imports that were not completed, which are not visible; resolves to their number. Blocks imports
 * while it runs.
 */
export const forgetLines = (database: Database) =>
	database.withLock('statements', async (write) => {
		const unseen = await database.read
			.selectFrom('statement_line_rows')
			.select('id')
			.where('statement', 'not in', (eb) => eb.selectFrom('statements').select('id'))
			.execute();
		await inChunks(
			unseen.map(({ id }) => id),
			(ids) =>
				write((trx) => trx.deleteFrom('statement_line_rows').where('id', 'in', ids).execute()),
		);
		return unseen.length;
	});

/** Runs `forgetLines` once a day. */
export const forgetLinesJob = (database: Database): Job => ({
	name: 'Forget unseen lines',
	firstMs: 14 * 60_000,
	everyMs: DAY_MS,
	run: async () => `${await forgetLines(database)} lines forgotten`,
});
