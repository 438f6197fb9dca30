import { sql } from 'kysely';
import type { PeriodChange } from '#shared/contract/finance/periods.ts';
import { formatMonth, toMonthNumber } from '#shared/east-africa-time.ts';
import { findNewestAuditId } from '../../platform/audit/audit-log.ts';
import type { Db } from '../../platform/db/database.ts';
import { toSqlList } from '../../platform/db/engine.ts';
import { readMonthFigures } from '../payments/figures.ts';
import { fromSeq } from '../payments/tables.ts';
import { FRESH_MS } from '../reconciliation/month.ts';
import { listChangesSince } from './changes-since-closing.ts';
import { type MonthReading, readMonth } from './month-figures.ts';

/** A reading of a month, and the totals of its payments at that time. */
interface KeptMonth {
	reading: MonthReading;
	totals: string;
	/** The changes after the closing of a time. */
	since?: { at: string; changes: PeriodChange[] };
}

/** Readings of months, valid up to an audit row. */
interface Kept {
	newest: string | undefined;
	months: Map<string, KeptMonth>;
}
const keptBy = new WeakMap<Db, Kept>();

/** Changed payments above which all months are read again. */
const CHANGED_MAX = 500;
/** Changes of these concern many months. */
const WIDE = ['statement', 'statement_line', 'awaited_receipt'];

interface Change {
	item_kind: string;
	item_id: string | null;
	before: string | null;
}

/** Finds the months of changed payments: of themselves, now and before, and of their lines and decisions. */
const findMonths = async (db: Db, changes: readonly Change[]) => {
	const before = changes.map((change) => JSON.parse(change.before ?? '{}'));
	const ids = toSqlList(db, [...new Set(changes.flatMap(({ item_id }) => item_id ?? []))]);
	const freed = toSqlList(
		db,
		before.flatMap(({ receipt }) => receipt ?? []),
	);
	const receipts = sql`(select receipt from payments where id in ${ids} union select * from ${freed} as freed)`;
	const { rows } = await sql<{ at: string | null; seq: number | null }>`
		select paid_at as at, seq from payments where id in ${ids}
		union select at, null from decisions where payment_id in ${ids}
		union select l.completed_at, null from decisions as d join statement_lines as l on l.id = d.about_id
			where d.about_kind = 'line' and d.payment_id in ${ids}
		union select completed_at, null from statement_lines where receipt in ${receipts}
		union select completed_at, null from statement_lines where linked_receipt in ${receipts}`.execute(
		db,
	);
	const times = [
		...rows.flatMap(({ at, seq }) => [
			...(at === null ? [] : [Date.parse(at)]),
			...(seq === null ? [] : [fromSeq(Number(seq))]),
		]),
		...before.flatMap(({ paid_at }) => (paid_at ? [Date.parse(paid_at)] : [])),
	];
	return new Set(times.map((ms) => formatMonth(toMonthNumber(ms))));
};

/** Drops the readings of months that changed. Audit rows are numbered in the order of commits (decision 0125). */
const dropChanged = async (db: Db, kept: Kept) => {
	const newest = await findNewestAuditId(db);
	const { newest: last } = kept;
	if (newest === undefined || newest === last) return newest;
	const changes = await db
		.selectFrom('audit_log')
		.select(['item_kind', 'item_id', 'before'])
		.where('id', '>', last ?? '')
		.where('id', '<=', newest)
		.where('item_kind', 'in', ['transaction', ...WIDE])
		.limit(CHANGED_MAX + 1)
		.execute();
	const isWide =
		changes.length > CHANGED_MAX ||
		changes.some(({ item_kind: kind }) => WIDE.includes(kind ?? ''));
	if (isWide) kept.months.clear();
	else if (changes.length > 0)
		for (const month of await findMonths(db, changes as Change[])) kept.months.delete(month);
	kept.newest = newest;
	return newest;
};

/** Returns functions that read a month and its changes as of `now`, and keep those of a month that is over until it changes. */
export const keepMonths = async (db: Db, now: number) => {
	const kept = keptBy.get(db) ?? { newest: undefined, months: new Map<string, KeptMonth>() };
	keptBy.set(db, kept);
	const newest = await dropChanged(db, kept);
	const totals = Map.groupBy(await readMonthFigures(db), ({ month }) => formatMonth(month));
	const read = async (month: string): Promise<MonthReading> => {
		const total = JSON.stringify(totals.get(month) ?? []);
		const found = kept.months.get(month);
		if (found?.totals === total) return found.reading;
		const reading = await readMonth(db, month, now);
		// A change meanwhile may have dropped what this reading had seen.
		if (reading.month.to + FRESH_MS < now && kept.newest === newest)
			kept.months.set(month, { reading, totals: total });
		return reading;
	};
	const listChanges = async (
		row: Parameters<typeof listChangesSince>[1],
	): Promise<PeriodChange[]> => {
		const found = kept.months.get(row.month);
		if (found?.since?.at === row.at) return found.since.changes;
		const changes = await listChangesSince(db, row);
		if (found && kept.newest === newest) found.since = { at: row.at, changes };
		return changes;
	};
	return { read, listChanges };
};
