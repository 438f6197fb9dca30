import { type RawBuilder, sql } from 'kysely';
import {
	type ANY_MARK,
	type Mark,
	NO_CODE,
	type PendingAge,
	pendingAges,
	type Status,
	type TransactionFilters,
} from '#shared/contract/transactions-query.ts';
import { dayStart, firstDayOf, hourStart, monthOfDay, parseDay } from '#shared/east-africa-time.ts';
import { readPhone } from '#shared/phone.ts';
import type { Db } from '../../db/database.ts';
import { totalOf } from '../../db/total.ts';
import { figures, type Scope } from '../payments/counts/store.ts';
import { hasMark } from '../payments/marks/store.ts';
import { seqOf } from '../payments/tables.ts';

const MINUTE_MS = 60_000;
const AGES_MS = [0, 5 * MINUTE_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS, Number.POSITIVE_INFINITY];

/** The places of the payments that have waited so long by `now`: above the first, up to the second. */
const ageRange = (age: PendingAge, now: number) => {
	const at = pendingAges.indexOf(age);
	const [least = 0, most = 0] = AGES_MS.slice(at, at + 2);
	return {
		from: most === Number.POSITIVE_INFINITY ? 0 : seqOf(now - most) + 1,
		to: least === 0 ? Number.MAX_SAFE_INTEGER : seqOf(now - least) + 1,
	};
};

/** The days of a list, both included; open at an end that nobody names. */
export interface Range {
	status: Status | undefined;
	from: number | undefined;
	to: number | undefined;
	/** The result code that ended a payment, null for none; undefined where nobody asks. */
	code: string | null | undefined;
	/** The mark that a payment has, and as of when. */
	mark: { name: Mark | typeof ANY_MARK; now: number } | undefined;
	/** Whose payments; where one has no number, that one by its id. */
	payer: { phone: string } | { id: string } | undefined;
	/** Places that a pending payment's age leaves, where an age is asked for. */
	waiting: { from: number; to: number } | undefined;
}

/** Reads the filters as of `now`, in milliseconds, by which ages are counted. */
export const readRange = (
	{ status, from, to, result_code, mark, phone, payer, age }: TransactionFilters,
	now: number,
): Range => {
	const asked = payer === undefined ? undefined : { id: payer };
	return {
		status,
		from: from === undefined ? undefined : parseDay(from),
		to: to === undefined ? undefined : parseDay(to),
		code: result_code === NO_CODE ? null : result_code,
		mark: mark && { name: mark, now },
		payer: phone === undefined ? asked : { phone: readPhone(phone) ?? phone },
		waiting: age && ageRange(age, now),
	};
};

/** The places in the list that a range has: from the first, up to but without the second. */
export const places = ({ from, to, waiting }: Range) => ({
	from: Math.max(from === undefined ? 0 : seqOf(dayStart(from)), waiting?.from ?? 0),
	to: Math.min(
		to === undefined ? Number.MAX_SAFE_INTEGER : seqOf(dayStart(to + 1)),
		waiting?.to ?? Number.MAX_SAFE_INTEGER,
	),
});

/** What rows of a range's places have to be besides: conditions on `payments`. */
export const conditions = ({
	status,
	code,
	mark,
	payer,
	waiting,
}: Range): RawBuilder<boolean>[] => [
	...(status === undefined ? [] : [sql<boolean>`payments.status = ${status}`]),
	...(payer === undefined
		? []
		: [
				'phone' in payer
					? sql<boolean>`payments.phone = ${payer.phone}`
					: sql<boolean>`payments.id = ${payer.id}`,
			]),
	...(mark === undefined ? [] : [hasMark(mark.name, mark.now)]),
	...(waiting === undefined ? [] : [sql<boolean>`payments.status = 'pending'`]),
	...(code === undefined
		? []
		: [
				sql<boolean>`payments.status = 'failed'`,
				code === null
					? sql<boolean>`payments.result_code is null`
					: sql<boolean>`payments.result_code = ${code}`,
			]),
];

/** A run of buckets of one kind, latest first. */
interface Segment {
	scope: 'month' | 'day';
	from?: number;
	to?: number;
}

/** A range as whole months, and days where a month is cut. */
const segments = ({ from, to }: Range): Segment[] => {
	if (from !== undefined && to !== undefined && monthOfDay(from) === monthOfDay(to))
		return [{ scope: 'day', from, to }];
	const parts: Segment[] = [];
	const months: Segment = { scope: 'month' };
	if (to !== undefined) {
		parts.push({ scope: 'day', from: firstDayOf(monthOfDay(to)), to });
		months.to = monthOfDay(to) - 1;
	}
	parts.push(months);
	if (from !== undefined) {
		parts.push({ scope: 'day', from, to: firstDayOf(monthOfDay(from) + 1) - 1 });
		months.from = monthOfDay(from) + 1;
	}
	return parts;
};

const buckets = async (
	db: Db,
	scope: Scope,
	part: { from?: number; to?: number },
	range: Range,
) => {
	const sums = new Map<number, number>();
	for (const { bucket, n } of await figures(db, scope, { ...part, label: range.status }))
		sums.set(bucket, (sums.get(bucket) ?? 0) + n);
	return [...sums].map(([bucket, n]) => ({ bucket, n }));
};

/** The bucket in which the `skip`-th payment lies, and how many of it come first. */
const within = (rows: { bucket: number; n: number }[], skip: number) => {
	let left = skip;
	for (const { bucket, n } of rows) {
		if (left < n) return { bucket, left };
		left -= n;
	}
	return undefined;
};

/** Where a page begins: below `before`, after leaving out `skip` more. */
export interface Start {
	before: number;
	skip: number;
}

const countOf = (db: Db, range: Range) => {
	const { from, to } = places(range);
	let query = db.selectFrom('payments').where('seq', '>=', from).where('seq', '<', to);
	for (const condition of conditions(range)) query = query.where(condition);
	return totalOf(query);
};

/**
 * Counts a range and finds its `offset`-th payment without walking the list: the figures by month,
 * day and hour say in which hour it lies, so that the last page is as near as the first.
 */
export const locate = async (
	db: Db,
	range: Range,
	offset: number,
): Promise<{ total: number; start: Start | undefined }> => {
	// What the figures do not tell apart is few enough to be counted one by one.
	if (range.code !== undefined || range.mark || range.payer || range.waiting) {
		return {
			total: await countOf(db, range),
			start: { before: Number.MAX_SAFE_INTEGER, skip: offset },
		};
	}
	let total = 0;
	let hit: { scope: 'month' | 'day'; bucket: number; left: number } | undefined;
	for (const part of segments(range)) {
		const rows = await buckets(db, part.scope, part, range);
		const found = hit ? undefined : within(rows, offset - total);
		if (found) hit = { scope: part.scope, ...found };
		total += rows.reduce((sum, { n }) => sum + n, 0);
	}
	if (!hit) return { total, start: undefined };
	if (hit.scope === 'month') {
		const days = { from: firstDayOf(hit.bucket), to: firstDayOf(hit.bucket + 1) - 1 };
		const found = within(await buckets(db, 'day', days, range), hit.left);
		if (!found) return { total, start: undefined };
		hit = { scope: 'day', ...found };
	}
	const hours = { from: hit.bucket * 24, to: hit.bucket * 24 + 23 };
	const found = within(await buckets(db, 'hour', hours, range), hit.left);
	return {
		total,
		start: found && { before: seqOf(hourStart(found.bucket + 1)), skip: found.left },
	};
};
