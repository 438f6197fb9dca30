import type { Db, Reads } from './database.ts';
import { contains } from './engine.ts';
import type { ContentTables } from './schema.ts';
import { isId } from './table-store.ts';
import { totalOf } from './totals.ts';

/** How one kind of content is listed across all courses. */
export interface Listing<Item> {
	table: keyof ContentTables;
	/** The columns that a filter of the same name compares; what is not here is not filtered. */
	filters: readonly ('published' | 'free')[];
	/** The rows with all that `toWire` needs, of the whole table. */
	// biome-ignore lint/suspicious/noExplicitAny: a Kysely query over a table and its joins
	rows: (db: Db) => any;
	// biome-ignore lint/suspicious/noExplicitAny: a row of that query
	toWire: (row: any) => Item;
}

/** What to list: already folded and bounded. `sort` is a column, with `-` before it for descending. */
export interface ListQuery {
	search: string;
	/** Ids of rows above, each as text from outside; a listing is only asked for those it has. */
	under: { course_id?: string | undefined; subject_id?: string | undefined };
	published: boolean | undefined;
	free: boolean | undefined;
	sort: string;
	page: number;
	limit: number;
}

/** One page of a listing and how many items match in all. */
export const listPage = async <Item>(database: Reads, listing: Listing<Item>, query: ListQuery) => {
	const { table } = listing;
	const db = database.read;
	const above = Object.entries(query.under).filter(([, id]) => id !== undefined);
	if (!above.every(([, id]) => isId(id))) return { data: [], total: 0 };
	const descending = query.sort.startsWith('-');
	const column = query.sort.replace(/^-/, '').replace(/^name$/, 'name_key');
	const sorts = [...new Set([column, 'name_key', 'id'])];

	// biome-ignore lint/suspicious/noExplicitAny: a table that is a parameter, see `tableStore`
	const matching = (): any => {
		// biome-ignore lint/suspicious/noExplicitAny: the same
		let found: any = db.selectFrom(table);
		for (const [column, id] of above) found = found.where(column, '=', id);
		for (const filter of listing.filters)
			if (query[filter] !== undefined) found = found.where(filter, '=', query[filter]);
		return query.search === '' ? found : found.where(contains(db, 'name_key', query.search));
	};
	// biome-ignore lint/suspicious/noExplicitAny: the same
	const sorted = (rows: any, of: string) =>
		sorts.reduce((q, sort) => q.orderBy(`${of}.${sort}`, descending ? 'desc' : 'asc'), rows);

	// The page is found in an index alone; only its rows are then read and joined. `in`, because SQLite
	// may answer a join the other way round: walk the whole table in order and look for each row in the page.
	const offset = (query.page - 1) * query.limit;
	const page = sorted(matching().select('id'), table).limit(query.limit).offset(offset);
	const rows = await sorted(listing.rows(db).where(`${table}.id`, 'in', page), table).execute();
	const data = rows.map(listing.toWire) as Item[];
	// The last page knows the total by itself; a search that finds little is not run twice.
	if (data.length < query.limit && (data.length > 0 || offset === 0))
		return { data, total: offset + data.length };
	return { data, total: await totalOf(database, matching()) };
};

/** One item of a listing by its id alone. */
export const listItem = async <Item>(db: Db, listing: Listing<Item>, id: string) => {
	const row = await listing.rows(db).where(`${listing.table}.id`, '=', id).executeTakeFirst();
	return row === undefined
		? undefined
		: { item: listing.toWire(row), version: row.version as number };
};
