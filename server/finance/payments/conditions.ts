import { sql } from 'kysely';
import {
	ANY_MARK,
	ANY_TO_ASSIGN,
	type Mark,
	type ToAssign,
} from '#shared/contract/finance/transactions-query.ts';
import type { Db } from '../../platform/db/database.ts';
import type { PaymentRow } from './tables.ts';

/** Lists why a person should check a payment, as of `now` (milliseconds). */
export const listMarks = (
	{ marks, unresolved_at }: Pick<PaymentRow, 'unresolved_at'> & { marks: string },
	now: number,
) => {
	const isUnresolved = unresolved_at !== null && Date.parse(unresolved_at) < now;
	const names = [...marks.split(' ').filter(Boolean), ...(isUnresolved ? ['unresolved'] : [])];
	return names.sort() as Mark[];
};

/** True for one of `payments` that has a mark, or any, as of `now` (milliseconds). */
export const hasMark = (mark: Mark | typeof ANY_MARK, now: number) => {
	const isUnresolved = sql`unresolved_at < ${new Date(now).toISOString()}`;
	if (mark === 'unresolved') return sql<boolean>`payments.${isUnresolved}`;
	const isMarked = sql`select seq from payments where marks <> ''`;
	return mark === ANY_MARK
		? sql<boolean>`payments.seq in (${isMarked} union select seq from payments where ${isUnresolved})`
		: sql<boolean>`payments.seq in (${isMarked} and ' ' || marks || ' ' like ${`% ${mark} %`})`;
};

/** True for one of `payments` that waits for a person, for a reason or any. */
export const isWaiting = (reason: ToAssign | typeof ANY_TO_ASSIGN) =>
	reason === ANY_TO_ASSIGN
		? sql<boolean>`payments.to_assign is not null`
		: sql<boolean>`payments.to_assign = ${reason}`;

/** Counts the payments that wait for an account or months, by reason. */
export const countToAssign = async (db: Db) => {
	const rows = await db
		.selectFrom('payments')
		.select(({ fn }) => ['to_assign', fn.countAll<number>().as('n')])
		.where('to_assign', 'is not', null)
		.groupBy('to_assign')
		.execute();
	const count = (reason?: ToAssign) =>
		rows.reduce((sum, row) => sum + (!reason || row.to_assign === reason ? Number(row.n) : 0), 0);
	return { unassigned: count(), unknown_accounts: count('unknown_account') };
};
