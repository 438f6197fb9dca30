import { randomUUIDv7 } from 'node:crypto';
import type { Statement as Wire } from '#shared/contract/statements.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { type AuditContext, actorText } from '../../audit-context.ts';
import type { Db, Trx } from '../../db/database.ts';
import { invalid } from '../../errors.ts';
import type { StatementLine } from '../../mpesa/statement/lines.ts';
import type { Statement } from '../../mpesa/statement/statement.ts';
import type { StatementRow } from './tables.ts';

const TOGETHER = 500;
const REFUSED_SHOWN = 200;
const MINUTE_MS = 60_000;
/** So many receipts must disagree about their time before a file is refused for it. */
const CLOCKS_MIN = 3;
const CLOCK_MS = 5 * MINUTE_MS;

const iso = (ms: number) => new Date(ms).toISOString();
const shillings = (cents: number) => cents / 100;

/** A statement as it was read, and the file that it was read from. */
export interface ReadStatement extends Statement {
	fileName: string;
	sha256: string;
}

/**
 * What tells one movement from another in any statement of either template: receipt, kind, amounts, and how
 * often these were met before, since a receipt stands on its payment, its charge and both sides of a sweep.
 */
const identitiesOf = (lines: readonly StatementLine[]) => {
	const met = new Map<string, number>();
	return lines.map(({ receipt, kind, paidIn, withdrawn }) => {
		const same = `${receipt} ${kind} ${paidIn} ${withdrawn}`;
		const before = met.get(same) ?? 0;
		met.set(same, before + 1);
		return `${same} ${before}`;
	});
};

const some = function* <T>(all: readonly T[]) {
	for (let at = 0; at < all.length; at += TOGETHER) yield all.slice(at, at + TOGETHER);
};

const knownOf = async (db: Db, identities: readonly string[]) => {
	const known = new Set<string>();
	for (const part of some(identities)) {
		const rows = await db
			.selectFrom('statement_lines')
			.select('identity')
			.where('identity', 'in', part)
			.execute();
		for (const { identity } of rows) known.add(identity);
	}
	return known;
};

const accountOf = ({ shortCode }: Statement) => shortCode ?? 'no short code';

/** Refuses what is of somebody else: another short code than ours, or than the statements before. */
const requireOurs = async (db: Db, statement: Statement, ours: readonly string[]) => {
	const before = await db
		.selectFrom('statements')
		.select('short_code')
		.where('short_code', 'is not', null)
		.orderBy('at', 'desc')
		.limit(1)
		.executeTakeFirst();
	const expected = ours.length > 0 ? ours : before?.short_code ? [before.short_code] : [];
	if (expected.length > 0 && !expected.includes(statement.shortCode ?? ''))
		throw invalid(
			'file',
			`This statement is of ${accountOf(statement)}, and ours are of ${expected.join(', ')}.`,
		);
};

/** Refuses a file whose clock is another one than that of the payments that we know of. */
const requireSameClock = async (db: Db, lines: readonly StatementLine[]) => {
	const paid = new Map(
		lines.filter(({ kind }) => kind === 'payment').map((line) => [line.receipt, line.completedAt]),
	);
	const apart: number[] = [];
	for (const part of some([...paid.keys()])) {
		const rows = await db
			.selectFrom('payments')
			.select(['receipt', 'paid_at'])
			.where('receipt', 'in', part)
			.where('paid_at', 'is not', null)
			.execute();
		for (const { receipt, paid_at } of rows)
			apart.push(Math.abs(Date.parse(paid_at ?? '') - (paid.get(receipt ?? '') ?? 0)));
	}
	const wrong = apart.filter((ms) => ms > CLOCK_MS).length;
	if (wrong >= CLOCKS_MIN && wrong * 2 > apart.length)
		throw invalid(
			'file',
			`The times of this statement are not those that M-Pesa gave us: ${wrong} of ${apart.length} payments that we know have another one. Was it saved again with another date format?`,
		);
};

const gapsBefore = async (db: Db, { from }: Statement): Promise<[string, string][]> => {
	const before = await db
		.selectFrom('statements')
		.select('covers_to')
		.where('covers_from', '<', iso(from))
		.orderBy('covers_to', 'desc')
		.limit(1)
		.executeTakeFirst();
	return before && before.covers_to < iso(from) ? [[before.covers_to, iso(from)]] : [];
};

const asWire = (
	statement: ReadStatement,
	row: Pick<StatementRow, 'at' | 'actor_name'> & { id: string | null },
	known: number,
	gaps: [string, string][],
): Wire => {
	const sum = (of: (line: StatementLine) => number) =>
		shillings(statement.lines.reduce((total, line) => total + of(line), 0));
	return {
		...{ id: row.id, at: row.at, by: row.actor_name, file_name: statement.fileName },
		...{ short_code: statement.shortCode, account: statement.account },
		...{ from: iso(statement.from), to: iso(statement.to) },
		opening: statement.opening === null ? null : shillings(statement.opening),
		closing: statement.closing === null ? null : shillings(statement.closing),
		paid_in: sum(({ paidIn }) => paidIn),
		withdrawn: sum(({ withdrawn }) => withdrawn),
		lines: statement.lines.length,
		new_lines: statement.lines.length - known,
		known_lines: known,
		gaps,
		refused: statement.refused.slice(0, REFUSED_SHOWN),
	};
};

/** Looks at a statement without keeping anything. Rejects with `invalid` where it would not be taken. */
export const lookAt = async (
	db: Db,
	statement: ReadStatement,
	ours: readonly string[],
	by: AuditContext,
	now: number,
) => {
	await requireOurs(db, statement, ours);
	await requireSameClock(db, statement.lines);
	const known = await knownOf(db, identitiesOf(statement.lines));
	const row = { id: null, at: iso(now), actor_name: by.actor.name };
	return asWire(statement, row, known.size, await gapsBefore(db, statement));
};

/**
 * Takes a statement in: its lines, as far as no other statement has brought them. The same file again adds
 * nothing. Resolves to what it holds and whether it is new. Rejects with `invalid` where it is of another
 * short code or clock.
 */
export const takeIn = async (
	trx: Trx,
	statement: ReadStatement,
	ours: readonly string[],
	by: AuditContext,
	now: number,
): Promise<{ isNew: boolean; data: Wire }> => {
	await requireOurs(trx, statement, ours);
	await requireSameClock(trx, statement.lines);
	const { sha256 } = statement;
	const gaps = await gapsBefore(trx, statement);
	const same = await trx
		.selectFrom('statements')
		.select(['id', 'at', 'actor_name'])
		.where('sha256', '=', sha256)
		.executeTakeFirst();
	if (same) return { isNew: false, data: asWire(statement, same, statement.lines.length, gaps) };
	const row: StatementRow = {
		...{ id: randomUUIDv7(), at: iso(now), file_name: statement.fileName, sha256 },
		...{ short_code: statement.shortCode, account: statement.account },
		...{ covers_from: iso(statement.from), covers_to: iso(statement.to) },
		...{ opening: statement.opening, closing: statement.closing },
		...{ actor: actorText(by.actor), actor_name: by.actor.name },
	};
	await trx.insertInto('statements').values(row).execute();
	const identities = identitiesOf(statement.lines);
	let added = 0;
	for (const part of some(statement.lines.map((line, at) => [line, identities[at]] as const))) {
		const { numInsertedOrUpdatedRows } = await trx
			.insertInto('statement_lines')
			.values(
				part.map(([{ line, receipt, kind, details, ...rest }, identity]) => ({
					...{ id: randomUUIDv7(), statement: row.id, line, identity: identity as string },
					...{ completed_at: iso(rest.completedAt), receipt, kind, details },
					...{ paid_in: rest.paidIn, withdrawn: rest.withdrawn },
					...{ phone: rest.phone, payer_name: rest.payerName },
					...{ account_reference: rest.accountReference, linked_receipt: rest.linkedReceipt },
				})),
			)
			.onConflict((conflict) => conflict.column('identity').doNothing())
			.executeTakeFirstOrThrow();
		added += Number(numInsertedOrUpdatedRows ?? 0);
	}
	const data = asWire(statement, row, statement.lines.length - added, gaps);
	recordAudit(trx, by, {
		action: 'import',
		item: { kind: 'statement', id: row.id, name: row.file_name },
		details: { from: data.from, to: data.to, lines: data.lines, new_lines: added },
	});
	return { isNew: true, data };
};
