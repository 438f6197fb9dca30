import { formatEastAfricaTime } from '#shared/east-africa-time.ts';
import type { Db } from '../../platform/db/database.ts';
import { runInChunks } from '../../platform/db/in-chunks.ts';
import { invalid } from '../../platform/errors.ts';
import type { StatementLine } from '../mpesa/statement/lines.ts';
import type { Statement } from '../mpesa/statement/statement.ts';

const MINUTE_MS = 60_000;
/** Minimum number of receipts with another time for which a file is rejected. */
const WRONG_TIMES_MIN = 3;
const CLOCK_MS = 5 * MINUTE_MS;

/** Rejects a statement whose short code is not ours or, without a setting, not that of the last statement. */
const requireOurs = async (db: Db, statement: Statement, ours: readonly string[]) => {
	const previous = await db
		.selectFrom('statements')
		.select('short_code')
		.where('short_code', 'is not', null)
		.orderBy('at', 'desc')
		.limit(1)
		.executeTakeFirst();
	const expected = ours.length > 0 ? ours : previous?.short_code ? [previous.short_code] : [];
	if (expected.length > 0 && statement.shortCode === null)
		throw invalid(
			'file',
			`This statement has no short code. Upload the file under its original name, which contains the short code, such as “Statements for ${expected[0]} from 2026-10-01 to 2026-10-31.csv”.`,
		);
	if (expected.length > 0 && !expected.includes(statement.shortCode ?? ''))
		throw invalid(
			'file',
			`This statement has short code ${statement.shortCode}, but ours is ${expected.join(' or ')}.`,
		);
};

/** Rejects a file whose times differ from those of the payments in our books. */
const requireSameClock = async (db: Db, lines: readonly StatementLine[]) => {
	const paid = new Map(
		lines.filter(({ kind }) => kind === 'payment').map((line) => [line.receipt, line.completedAt]),
	);
	const differences: number[] = [];
	await runInChunks([...paid.keys()], async (part) => {
		const rows = await db
			.selectFrom('payments')
			.select(['receipt', 'paid_at'])
			.where('receipt', 'in', part)
			.where('paid_at', 'is not', null)
			.execute();
		for (const { receipt, paid_at } of rows)
			differences.push(Math.abs(Date.parse(paid_at ?? '') - (paid.get(receipt ?? '') ?? 0)));
	});
	const wrong = differences.filter((ms) => ms > CLOCK_MS).length;
	if (wrong >= WRONG_TIMES_MIN && wrong * 2 > differences.length)
		throw invalid(
			'file',
			`The times of ${wrong} of ${differences.length} known payments differ from M-Pesa’s messages. Export the statement again: another program may have changed its date format.`,
		);
};

/** Start of M-Pesa, in March 2007. */
const FIRST_MS = Date.UTC(2007, 2, 1);
/** Upper bound of the time by which M-Pesa's clock may be ahead of ours. */
const AHEAD_MS = 24 * 60 * MINUTE_MS;

/** Rejects lines that are dated in the future, or before M-Pesa existed. */
const requirePast = ({ lines }: Statement, now: number) => {
	const misdated = lines.find(({ completedAt: at }) => at < FIRST_MS || at > now + AHEAD_MS);
	if (misdated)
		throw invalid(
			'file',
			`Line ${misdated.line} (${misdated.receipt}) has the date ${formatEastAfricaTime(misdated.completedAt).slice(0, 10)}, ${misdated.completedAt < FIRST_MS ? 'before M-Pesa existed' : 'which is in the future'}.`,
		);
};

/** Ends the period of a statement after its last line if it ends in the future, because later lines may be missing. */
export const endAtLastLine = <S extends Statement>(statement: S, now: number): S => {
	const last = statement.lines.at(-1)?.completedAt ?? statement.from;
	if (statement.to > now) return { ...statement, to: last + 1_000, coverage: 'lines' };
	return (statement.statedTo ?? 0) > now ? { ...statement, statedTo: null } : statement;
};

/** Rejects a statement with `invalid` for another short code than ours, another clock, or times in the future. */
export const checkStatement = async (
	db: Db,
	statement: Statement,
	ours: readonly string[],
	now: number,
) => {
	requirePast(statement, now);
	await requireOurs(db, statement, ours);
	await requireSameClock(db, statement.lines);
};
