import type { Status, TransactionFilters } from '#shared/contract/transactions.ts';
import { dayStart, firstDayOf, hourStart, monthOfDay, parseDay } from '#shared/east-africa-time.ts';
import type { Db } from '../../db/database.ts';
import { figures, type Scope } from '../../db/payment-counters.ts';
import { seqOf } from '../../db/payment-seq.ts';

/** The days of a list, both included; open at an end that nobody names. */
export interface Range {
	status: Status | undefined;
	from: number | undefined;
	to: number | undefined;
}

export const readRange = ({ status, from, to }: TransactionFilters): Range => ({
	status,
	from: from === undefined ? undefined : parseDay(from),
	to: to === undefined ? undefined : parseDay(to),
});

/** The places in the list that a range has: from the first, up to but without the second. */
export const places = ({ from, to }: Range) => ({
	from: from === undefined ? 0 : seqOf(dayStart(from)),
	to: to === undefined ? Number.MAX_SAFE_INTEGER : seqOf(dayStart(to + 1)),
});

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

/**
 * Counts a range and finds its `offset`-th payment without walking the list: the figures by month,
 * day and hour say in which hour it lies, so that the last page is as near as the first.
 */
export const locate = async (
	db: Db,
	range: Range,
	offset: number,
): Promise<{ total: number; start: Start | undefined }> => {
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
