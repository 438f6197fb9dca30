import { type RawBuilder, sql } from 'kysely';
import {
	NO_CODE,
	type Status,
	type TransactionFilters,
} from '#shared/contract/transactions-query.ts';
import { parseDay } from '#shared/east-africa-time.ts';
import { readPhone } from '#shared/phone.ts';
import type { Db } from '../../db/database.ts';
import { placesOfAge } from '../payments/ages/store.ts';
import { placesOfDays } from '../payments/figures/store.ts';
import { hasMark } from '../payments/marks/store.ts';
import { waitsForAccount } from '../payments/to-assign/store.ts';

/** All places of the list. */
const EVERYWHERE = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** Which payments a list is of. */
export interface Range {
	status: Status | undefined;
	/** Places in the list: from the first up to, but without, the second. */
	from: number;
	to: number;
	/** Further conditions on `payments`. */
	conditions: RawBuilder<boolean>[];
	/** Whether the stored months have the total: no filter but the status. */
	isStored: boolean;
}

const ofCode = (code: string) =>
	code === NO_CODE
		? sql<boolean>`payments.result_code is null`
		: sql<boolean>`payments.result_code = ${code}`;

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
	const days = placesOfDays({
		...(filters.from !== undefined && { from: parseDay(filters.from) as number }),
		...(filters.to !== undefined && { to: parseDay(filters.to) as number }),
	});
	const waiting = age ? placesOfAge(age, now) : EVERYWHERE;
	const { status: _, search: __, ...others } = filters;
	return {
		status,
		conditions,
		isStored: Object.values(others).every((filter) => filter === undefined),
		from: Math.max(days.from, waiting.from),
		to: Math.min(days.to, waiting.to),
	};
};
