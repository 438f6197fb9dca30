import type { AuditAction } from '#shared/contract/platform/audit.ts';
import type { Db } from '../db/database.ts';
import { type AuditLogRow, buildFirstId, parseIdTime } from './audit-log.ts';

const HOUR_MS = 3_600_000;
const BATCH = 2_000;

/** Reads the whole audit trail in batches, oldest row first. */
export async function* readAuditRows(db: Db): AsyncGenerator<AuditLogRow> {
	for (let last = ''; ; ) {
		const rows = await db
			.selectFrom('audit_log')
			.selectAll()
			.where('id', '>', last)
			.orderBy('id')
			.limit(BATCH)
			.execute();
		yield* rows;
		const end = rows.at(-1);
		if (!end || rows.length < BATCH) return;
		last = end.id;
	}
}

const REVEALS_MANY = 10;
const WEEK_MS = 7 * 24 * HOUR_MS;
const ROWS_MAX = 20_000;

/** A person who saw many whole phone numbers within an hour or by an export. */
export interface ManyReveals {
	name: string;
	count: number;
	exported: boolean;
	at: string;
}

/**
 * Returns the largest number of rows within one hour, and the time of the last such hour's last row. Rows are sorted
 * oldest first.
 */
const findBusiestHour = (rows: readonly { id: string }[]) => {
	const times = rows.map(({ id }) => parseIdTime(id));
	let first = 0;
	return times.reduce(
		(most, at, last) => {
			while ((times[first] as number) <= at - HOUR_MS) first++;
			const count = last - first + 1;
			return count >= most.count ? { count, at } : most;
		},
		{ count: 0, at: 0 },
	);
};

const readRecentRows = (db: Db, action: AuditAction, now: number) =>
	db
		.selectFrom('audit_log')
		.select(['id', 'actor', 'actor_name', 'details'])
		.where('item_kind', '=', 'transaction')
		.where('action', '=', action)
		.where('id', '>=', buildFirstId(now - WEEK_MS))
		.orderBy('id', 'desc')
		.limit(ROWS_MAX)
		.execute();

const rankPeople = (rows: Awaited<ReturnType<typeof readRecentRows>>) =>
	[...Map.groupBy(rows, ({ actor }) => actor).values()].map((own) => ({
		name: own[0]?.actor_name ?? '',
		...findBusiestHour(own.toReversed()),
	}));

/**
 * Finds the person with the most searches for whole numbers within one hour of the last seven days. Undefined if there
 * were no such searches.
 */
export const findMostPhoneSearches = async (db: Db, now: number) => {
	const people = rankPeople(await readRecentRows(db, 'search', now));
	const most = people.sort((a, b) => b.count - a.count || b.at - a.at)[0];
	return most && { ...most, at: new Date(most.at).toISOString() };
};

/** Lists people who saw many whole numbers in the last seven days, latest first. */
export const listManyReveals = async (db: Db, now: number): Promise<ManyReveals[]> => {
	const [reveals, exports] = await Promise.all([
		readRecentRows(db, 'reveal', now),
		readRecentRows(db, 'export', now),
	]);
	const within = rankPeople(reveals).map((one) => ({ ...one, exported: false }));
	const whole = exports.flatMap(({ id, actor_name: name, details }) => {
		const { numbers, count = 0 } = JSON.parse(details ?? '{}') as Record<string, unknown>;
		if (numbers !== 'true') return [];
		return [{ name, exported: true, count: Number(count), at: parseIdTime(id) }];
	});
	return [...within.filter(({ count }) => count >= REVEALS_MANY), ...whole]
		.sort((a, b) => b.at - a.at)
		.map((one) => ({ ...one, at: new Date(one.at).toISOString() }));
};
