import { content } from '#shared/contract/content.ts';
import { type ResourceKey, type ResourceWord, resources } from '#shared/contract/resources.ts';
import type { Db } from '../db/database.ts';
import { parentColumns, selectNames } from './content-audit.ts';
import { listIn } from './list-columns.ts';
import { above, type LinkTable, linkKeys, tables } from './tables.ts';

interface Row {
	id: string;
	name: string;
	published?: unknown;
	year?: unknown;
	[column: string]: unknown;
}

/** An item with what it lies under, outermost first. */
export interface PlacedItem {
	id: string;
	kind: ResourceWord;
	name: string;
	path: { kind: ResourceWord; id: string; name: string }[];
	/** Null where there is no such state. */
	published: boolean | null;
	/** Its year or its codes, where it has them. */
	note: string | null;
}

/** Items of a kind by their ids, in that order, each with what it lies under. */
export const placedItems = async (
	db: Db,
	key: ResourceKey,
	ids: readonly string[],
): Promise<PlacedItem[]> => {
	const { table } = tables[key];
	const has = (field: string) => field in (content[key].item.shape as object);
	// biome-ignore lint/suspicious/noExplicitAny: a table that is a parameter, see `tableStore`
	const rows: Row[] = await (db as any)
		.selectFrom(table)
		.selectAll(table)
		.select(selectNames(key, parentColumns(key)))
		.where(`${table}.id`, 'in', ids)
		.execute();
	const hits = rows.map((row) => ({
		id: row.id,
		kind: resources[key].word,
		name: row.name,
		path: above(key).map((each) => ({
			kind: resources[each].word,
			id: row[tables[each].column] as string,
			name: (row[`${resources[each].kind}_name`] as string | null) ?? '',
		})),
		published: row.published === undefined ? null : Boolean(row.published),
		note: has('year') ? String(row.year) : listIn(row.codes).join(', ') || null,
	}));
	return ids.flatMap((id) => hits.find((hit) => hit.id === id) ?? []);
};

/** Items that link to a file, wherever they are but in the trash. */
export const itemsWithLink = async (db: Db, link: string): Promise<PlacedItem[]> => {
	const found: PlacedItem[] = [];
	for (const key of linkKeys()) {
		const rows = await db
			.selectFrom(tables[key].table as LinkTable)
			.select('id')
			.where('url', '=', link)
			.limit(100)
			.execute();
		if (rows.length === 0) continue;
		const ids = rows.map(({ id }) => id);
		found.push(...(await placedItems(db, key, ids)));
	}
	return found;
};
