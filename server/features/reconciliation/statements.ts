import { randomUUIDv7 } from 'node:crypto';
import type { Statement as Wire } from '#shared/contract/statements.ts';
import { eastAfricaText } from '#shared/east-africa-time.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { type AuditContext, actorText } from '../../audit-context.ts';
import { inChunks } from '../../content/chunks.ts';
import type { Db, Trx } from '../../db/database.ts';
import { invalid } from '../../errors.ts';
import type { StatementLine } from '../../mpesa/statement/lines.ts';
import type { Statement } from '../../mpesa/statement/statement.ts';
import { gapsBeside, type Span, spansOf } from './coverage.ts';
import type { StatementRow } from './tables.ts';

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

/** Where one template says what a line is about and the other does not, it is the same line all the same. */
const sideOf = ({ kind, paidIn }: StatementLine) =>
	kind !== 'other' ? kind : paidIn > 0 ? 'payment' : 'withdrawal';

/**
 * What tells one movement from another in any statement of either template: receipt, kind, amounts, and how
 * often these were met before, since a receipt stands on its payment, its charge and both sides of a sweep.
 */
const identitiesOf = (lines: readonly StatementLine[]) => {
	const met = new Map<string, number>();
	return lines.map((line) => {
		const same = `${line.receipt} ${sideOf(line)} ${line.paidIn} ${line.withdrawn}`;
		const before = met.get(same) ?? 0;
		met.set(same, before + 1);
		return `${same} ${before}`;
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
	await inChunks([...paid.keys()], async (part) => {
		const rows = await db
			.selectFrom('payments')
			.select(['receipt', 'paid_at'])
			.where('receipt', 'in', part)
			.where('paid_at', 'is not', null)
			.execute();
		for (const { receipt, paid_at } of rows)
			apart.push(Math.abs(Date.parse(paid_at ?? '') - (paid.get(receipt ?? '') ?? 0)));
	});
	const wrong = apart.filter((ms) => ms > CLOCK_MS).length;
	if (wrong >= CLOCKS_MIN && wrong * 2 > apart.length)
		throw invalid(
			'file',
			`The times of this statement are not those that M-Pesa gave us: ${wrong} of ${apart.length} payments that we know have another one. Was it saved again with another date format?`,
		);
};

/** M-Pesa began in March 2007. */
const FIRST_MS = Date.UTC(2007, 2, 1);
/** What its clock may be ahead of ours. */
const AHEAD_MS = 24 * 60 * MINUTE_MS;

/** Refuses lines of a time that has not come, or in which there was no M-Pesa. */
const requirePast = ({ lines }: Statement, now: number) => {
	const odd = lines.find(({ completedAt: at }) => at < FIRST_MS || at > now + AHEAD_MS);
	if (odd)
		throw invalid(
			'file',
			`Line ${odd.line} (${odd.receipt}) is of ${eastAfricaText(odd.completedAt).slice(0, 10)}, ${odd.completedAt < FIRST_MS ? 'when there was no M-Pesa' : 'which has not come yet'}.`,
		);
};

/** What is asked for up to a day to come is told up to its last line, as far as one can know. */
const upToNow = <S extends Statement>(statement: S, now: number): S => {
	const last = statement.lines.at(-1)?.completedAt ?? statement.from;
	return statement.to > now ? { ...statement, to: last + 1_000 } : statement;
};

const requireTrue = async (db: Db, statement: Statement, ours: readonly string[], now: number) => {
	requirePast(statement, now);
	await requireOurs(db, statement, ours);
	await requireSameClock(db, statement.lines);
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
		gaps: gapsBeside(spans, [statement.from, statement.to]).map(([from, to]) => [
			iso(from),
			iso(to),
		]),
		refused: statement.refused.slice(0, REFUSED_SHOWN),
	};
};

/** Looks at a statement without keeping anything. Rejects with `invalid` where it would not be taken. */
export const lookAt = async (
	db: Db,
	read: ReadStatement,
	ours: readonly string[],
	by: AuditContext,
	now: number,
) => {
	const statement = upToNow(read, now);
	await requireTrue(db, statement, ours, now);
	const known = await knownOf(db, identitiesOf(statement.lines));
	const row = { id: null, at: iso(now), actor_name: by.actor.name };
	return asWire(statement, row, known.size, await spansOf(db));
};

/**
 * Takes a statement in: its lines, as far as no other statement has brought them. The same file again adds
 * nothing. Resolves to what it holds and whether it is new. Rejects with `invalid` where it is of another
 * short code or clock. `tell` hears how many of its new lines are kept.
 */
export const takeIn = async (
	trx: Trx,
	read: ReadStatement,
	ours: readonly string[],
	by: AuditContext,
	now: number,
	tell: (lines: number, of: number) => void,
): Promise<{ isNew: boolean; data: Wire }> => {
	const statement = upToNow(read, now);
	await requireTrue(trx, statement, ours, now);
	const { sha256 } = statement;
	const spans = await spansOf(trx);
	const same = await trx
		.selectFrom('statements')
		.select(['id', 'at', 'actor_name'])
		.where('sha256', '=', sha256)
		.executeTakeFirst();
	if (same) return { isNew: false, data: asWire(statement, same, statement.lines.length, spans) };
	const identities = identitiesOf(statement.lines);
	const known = await knownOf(trx, identities);
	const row: StatementRow = {
		...{ id: randomUUIDv7(), at: iso(now), file_name: statement.fileName, sha256 },
		...{ short_code: statement.shortCode, account: statement.account },
		...{ covers_from: iso(statement.from), covers_to: iso(statement.to) },
		...{ opening: statement.opening, closing: statement.closing },
		...{ lines: identities.length, new_lines: identities.length - known.size },
		...{ actor: actorText(by.actor), actor_name: by.actor.name },
	};
	await trx.insertInto('statements').values(row).execute();
	const fresh = statement.lines
		.map((line, at) => [line, identities[at] as string] as const)
		.filter(([, identity]) => !known.has(identity));
	let kept = 0;
	await inChunks(fresh, async (part) => {
		tell(kept, fresh.length);
		await trx
			.insertInto('statement_lines')
			.values(
				part.map(([{ line, receipt, kind, details, ...rest }, identity]) => ({
					...{ id: randomUUIDv7(), statement: row.id, line, identity },
					...{ completed_at: iso(rest.completedAt), receipt, kind, details },
					...{ paid_in: rest.paidIn, withdrawn: rest.withdrawn },
					...{ phone: rest.phone, payer_name: rest.payerName },
					...{ account_reference: rest.accountReference, linked_receipt: rest.linkedReceipt },
				})),
			)
			.execute();
		kept += part.length;
	});
	const data = asWire(statement, row, known.size, spans);
	recordAudit(trx, by, {
		action: 'import',
		item: { kind: 'statement', id: row.id, name: row.file_name },
		details: { from: data.from, to: data.to, lines: data.lines, new_lines: data.new_lines },
	});
	return { isNew: true, data };
};
