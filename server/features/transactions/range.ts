import { type RawBuilder, sql } from 'kysely';
import {
	NO_CODE,
	type Status,
	type TransactionFilters,
} from '#shared/contract/transactions-query.ts';
import { dayStart, parseDay } from '#shared/east-africa-time.ts';
import { readPhone } from '#shared/phone.ts';
import type { Db } from '../../db/database.ts';
import { totalOf } from '../../db/total.ts';
import { placesOfAge } from '../payments/ages/store.ts';
import { figures, type Scope } from '../payments/counts/store.ts';
import { hasMark } from '../payments/marks/store.ts';
import { seqOf } from '../payments/tables.ts';
import { waitsForAccount } from '../payments/to-assign/store.ts';

/** All places of the list. */
const EVERYWHERE = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** Which payments a list is of. */
export interface Range {
	status: Status | undefined;
	/** Days of East Africa Time, both included; open at an end that nobody names. */
	days: { from?: number; to?: number };
	/** Places in the list: from the first, up to but without the second. */
	from: number;
	to: number;
	/** What a payment of these places has to be besides. */
	conditions: RawBuilder<boolean>[];
	/** The figures that are kept of it by day; of other conditions than a status or a reason there are none. */
	counted: { scope: Scope; label: string | undefined } | undefined;
}

const daysOf = ({ from, to }: TransactionFilters): Range['days'] => ({
	...(from !== undefined && { from: parseDay(from) as number }),
	...(to !== undefined && { to: parseDay(to) as number }),
});

const ofCode = (code: string) =>
	code === NO_CODE
		? sql<boolean>`payments.result_code is null`
		: sql<boolean>`payments.result_code = ${code}`;

const countedBy = ({
	status,
	result_code,
	mark,
	phone,
	payer,
	age,
	to_assign,
}: TransactionFilters): Range['counted'] => {
	if ([mark, phone, payer, age, to_assign].some((filter) => filter !== undefined)) return undefined;
	if (result_code === undefined) return { scope: 'day', label: status };
	if (status !== undefined && status !== 'failed') return undefined;
	return { scope: 'reason', label: result_code === NO_CODE ? '' : result_code };
};

/** Reads the filters as of `now`, in milliseconds, by which ages are counted. */
export const readRange = (db: Db, filters: TransactionFilters, now: number): Range => {
	const { status, result_code, mark, phone, payer, age, to_assign } = filters;
	const conditions: RawBuilder<boolean>[] = [];
	if (phone !== undefined) conditions.push(sql`payments.phone = ${readPhone(phone) ?? phone}`);
	else if (payer !== undefined) conditions.push(sql`payments.id = ${payer}`);
	if (mark) conditions.push(hasMark(mark, now));
	if (to_assign) conditions.push(waitsForAccount(db, to_assign));
	if (age) conditions.push(sql`payments.status = 'pending'`);
	if (result_code !== undefined)
		conditions.push(sql`payments.status = 'failed'`, ofCode(result_code));
	if (status) conditions.push(sql`payments.status = ${status}`);
	const days = daysOf(filters);
	const waiting = age ? placesOfAge(age, now) : EVERYWHERE;
	return {
		status,
		days,
		conditions,
		counted: countedBy(filters),
		from:
			days.from === undefined ? waiting.from : Math.max(seqOf(dayStart(days.from)), waiting.from),
		to: days.to === undefined ? waiting.to : Math.min(seqOf(dayStart(days.to + 1)), waiting.to),
	};
};

/** Where a page begins: below `before`, after leaving out `skip` more. */
export interface Start {
	before: number;
	skip: number;
}

const countOf = (db: Db, { from, to, conditions }: Range) => {
	let query = db.selectFrom('payments').where('seq', '>=', from).where('seq', '<', to);
	for (const condition of conditions) query = query.where(condition);
	return totalOf(query);
};

/**
 * Counts a range and finds the start of its page at `offset`; none where it ends before. The figures say on which
 * day that lies, so that the last page is as near as the first.
 */
export const locate = async (
	db: Db,
	range: Range,
	offset: number,
): Promise<{ total: number; start: Start | undefined }> => {
	// What the figures do not tell apart is few enough to be counted one by one.
	if (!range.counted)
		return { total: await countOf(db, range), start: { before: range.to, skip: offset } };
	const { scope, label } = range.counted;
	const rows = await figures(db, scope, { ...range.days, label });
	let total = 0;
	let start: Start | undefined;
	for (const [day, ofDay] of Map.groupBy(rows, ({ bucket }) => bucket)) {
		const before = total;
		for (const { n } of ofDay) total += n;
		if (!start && offset < total)
			start = { before: seqOf(dayStart(day + 1)), skip: offset - before };
	}
	return { total, start };
};
