import { sql } from 'kysely';
import { type CourseUse, USE_DAYS } from '#shared/contract/learners/use.ts';
import { formatDay, toDayNumber } from '#shared/east-africa-time.ts';
import { isVisible, type TreeItem, walk } from '../../content/resources/course-tree.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { runInChunks } from '../../platform/db/in-chunks.ts';
import type { Job } from '../../platform/jobs.ts';

/** Number of links to the file of an item that were given out on a day, without who asked. */
interface OpenedRow {
	item_id: string;
	/** `yyyy-MM-dd` in East Africa Time. */
	day: string;
	opened: number;
}

declare module '../../platform/db/schema.ts' {
	interface Schema {
		opened: OpenedRow;
		/** The totals of all days, also of those that are deleted. Lists of 20,000 items sort by them. */
		opened_totals: Omit<OpenedRow, 'day'>;
	}
}

/** Counts a link that was given out. `now`: milliseconds since 1970 (decision 0132). */
export const countOpened = (database: Database, item_id: string, now: number) =>
	database.write(async (trx) => {
		await trx
			.insertInto('opened')
			.values({ item_id, day: formatDay(toDayNumber(now)), opened: 1 })
			.onConflict((conflict) =>
				conflict
					.columns(['item_id', 'day'])
					.doUpdateSet({ opened: sql<number>`opened.opened + 1` }),
			)
			.execute();
		await trx
			.insertInto('opened_totals')
			.values({ item_id, opened: 1 })
			.onConflict((conflict) =>
				conflict.column('item_id').doUpdateSet({ opened: sql<number>`opened_totals.opened + 1` }),
			)
			.execute();
	});

/** Reads how often the items of a course were opened in the last days. */
export const readUse = async (
	db: Db,
	course: TreeItem,
	days: number,
	now: number,
): Promise<CourseUse> => {
	const today = toDayNumber(now);
	const byDay = new Map<string, number>();
	for (let day = today - days + 1; day <= today; day++) byDay.set(formatDay(day), 0);
	const items = [...walk(course)].filter(({ url }) => url !== null);
	const byItem = new Map(items.map(({ id }) => [id, 0]));
	await runInChunks([...byItem.keys()], async (ids) => {
		const rows = await db
			.selectFrom('opened')
			.selectAll()
			.where('item_id', 'in', ids)
			.where('day', '>=', formatDay(today - days + 1))
			.execute();
		for (const { item_id, day, opened } of rows) {
			byItem.set(item_id, (byItem.get(item_id) ?? 0) + opened);
			byDay.set(day, (byDay.get(day) ?? 0) + opened);
		}
	});
	return {
		items: items
			.filter(isVisible)
			.map(({ kind, id, name }) => ({ kind, id, name, opened: byItem.get(id) as number }))
			.toSorted((a, b) => b.opened - a.opened),
		days: [...byDay].map(([day, opened]) => ({ day, opened })),
	};
};

/** Deletes counts by day that are older than their time, once a day. */
export const forgetUseJob = (database: Database): Job => ({
	name: 'Delete old counts of opened files',
	firstMs: 4 * 60_000,
	everyMs: 24 * 60 * 60_000,
	run: async () => {
		const { numDeletedRows } = await database.write((trx) =>
			trx
				.deleteFrom('opened')
				.where('day', '<', formatDay(toDayNumber(Date.now()) - USE_DAYS))
				.executeTakeFirst(),
		);
		return `${numDeletedRows} counts deleted`;
	},
});
