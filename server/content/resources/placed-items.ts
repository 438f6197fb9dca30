import { content } from '#shared/contract/content/content.ts';
import {
	type ResourceKey,
	type ResourceWord,
	resources,
} from '#shared/contract/content/resources.ts';
import type { Db } from '../../platform/db/database.ts';
import { listParentColumns, selectNames } from './content-audit.ts';
import { type LinkTable, linkKeys, listParentKinds, parseList, tables, untyped } from './tables.ts';

interface Row {
	id: string;
	name: string;
	published?: unknown;
	visible_from?: string | null;
	year?: unknown;
	[column: string]: unknown;
}

/** An item with its parents, outermost first. */
export interface PlacedItem {
	id: string;
	kind: ResourceWord;
	name: string;
	path: { kind: ResourceWord; id: string; name: string }[];
	/** Null for kinds without this state. */
	published: boolean | null;
	/** When learners first see it, if published; null means now. */
	visible_from: string | null;
	note: string | null;
}

/** Returns items of a kind with their parents, in the order of these ids. */
export const findPlacedItems = async (
	db: Db,
	key: ResourceKey,
	ids: readonly string[],
): Promise<PlacedItem[]> => {
	const { table } = tables[key];
	const has = (field: string) => field in (content[key].item.shape as object);
	const rows: Row[] = await untyped(db)
		.selectFrom(table)
		.selectAll(table)
		.select(selectNames(key, listParentColumns(key)))
		.where(`${table}.id`, 'in', ids)
		.execute();
	const hits = rows.map((row) => ({
		id: row.id,
		kind: resources[key].slug,
		name: row.name,
		path: listParentKinds(key).map((each) => ({
			kind: resources[each].slug,
			id: row[tables[each].column] as string,
			name: (row[`${resources[each].auditKind}_name`] as string | null) ?? '',
		})),
		published: row.published === undefined ? null : Boolean(row.published),
		visible_from: row.visible_from ?? null,
		note: has('year') ? String(row.year) : parseList(row.codes).join(', ') || null,
	}));
	return ids.flatMap((id) => hits.find((hit) => hit.id === id) ?? []);
};

export interface Linking {
	key: ResourceKey;
	id: string;
	url: string;
}

const LINKS_MAX = 100;

/** Returns the items outside the trash that link to these files: at most 100 for each link and kind. */
export const findItemsWithLinks = async (db: Db, links: readonly string[]): Promise<Linking[]> => {
	const linking: Linking[] = [];
	for (const key of linkKeys()) {
		const rows = await db
			.selectFrom(tables[key].table as LinkTable)
			.select(['id', 'url'])
			.where('url', 'in', links)
			.limit(LINKS_MAX * links.length)
			.execute();
		linking.push(...rows.map(({ id, url }) => ({ key, id, url: url as string })));
	}
	return linking;
};

/** Returns items with their parents, in the same order, without deleted ones. */
export const listPlacedItems = async (
	db: Db,
	items: readonly Pick<Linking, 'key' | 'id'>[],
): Promise<PlacedItem[]> => {
	const known = new Map<string, PlacedItem>();
	for (const key of new Set(items.map((each) => each.key))) {
		const ids = items.filter((each) => each.key === key).map(({ id }) => id);
		for (const item of await findPlacedItems(db, key, ids)) known.set(item.id, item);
	}
	return items.flatMap(({ id }) => known.get(id) ?? []);
};
