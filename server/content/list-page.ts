import { sql } from 'kysely';
import { NONE } from '#shared/contract/lists.ts';
import type { z } from '#shared/zod.ts';
import type { Page } from '../api/page.ts';
import type { Db } from '../db/database.ts';
import { byEngine, contains } from '../db/engine.ts';
import { isId } from '../db/ids.ts';
import { totalOf } from '../db/total.ts';
import { hasTrigrams, phrase } from '../db/trigrams.ts';
import { parentColumns, selectNames } from './content-audit.ts';
import { indexedNames, isAmong } from './name-index.ts';
import { wireOf } from './rows.ts';
import type { ContentStore } from './store.ts';
import { type ContentTables, tables, type Untyped } from './tables.ts';

/** Rows that are passed over sooner than counted. */
const DEEP = 5_000;
/** Rows that are sooner read by their ids and sorted than met twice: for the page, and to count them. */
const FEW = 4_000;

/** How one kind of content is listed across all courses. */
interface Listing<Item> {
	table: keyof ContentTables;
	/** The flags that a filter of the same name compares; what is not here is not filtered. */
	flags: readonly ('published' | 'free')[];
	/** What else narrows it, as the store says. */
	filters: NonNullable<ContentStore['spec']['filters']>;
	/** The rows with all that `toWire` needs, of the whole table. */
	rows: (db: Db) => Untyped;
	toWire: (row: unknown) => Item;
}

/** A kind of content across all courses, with the names of what an item lies under or refers to. */
export const listingOf = <List extends { item: z.ZodMiniObject }>(
	list: List,
	{ resource, spec, references }: ContentStore,
): Listing<z.infer<List['item']>> => {
	const { table } = tables[resource.key];
	const fields = Object.keys(list.item.shape);
	const columns = fields.map((field) => resource.columns[field] ?? field);
	const names = selectNames(resource.key, [
		...parentColumns(resource.key),
		...Object.entries(references),
	]);
	return {
		table,
		flags: (['published', 'free'] as const).filter((column) => columns.includes(column)),
		filters: spec.filters ?? {},
		rows: (db: Untyped) => {
			const query = db.selectFrom(table).selectAll(table).select(names);
			return spec.extra ? query.select(spec.extra.columns) : query;
		},
		toWire: wireOf(fields, resource, spec) as never,
	};
};

/**
 * A filter of rows that may link to a file, by whether they do. Within something, by its rows: SQLite would rather go
 * through all in the table that have no link.
 */
export const withoutFile = (eb: Untyped, value: string, within: boolean) =>
	within
		? eb(sql`coalesce(url, '')`, value === 'true' ? '=' : '<>', '')
		: eb('url', value === 'true' ? 'is' : 'is not', null);

/** What to list: already folded and bounded. `sort` is a column, with `-` before it for descending. */
export interface ListQuery extends Page {
	search: string;
	/** Ids of rows above, or `NONE`, by their columns, as text from outside; a listing is only asked for those it has. */
	under: Record<string, string>;
	published: boolean | undefined;
	free: boolean | undefined;
	/** Values for filters of the listing's own, by their names; of others nothing is asked. */
	narrowed: Record<string, string>;
	sort: string;
}

/** As much of a listing as decides which rows it finds. */
export type Narrowing = Pick<Listing<unknown>, 'table' | 'flags' | 'filters'>;

/** The flags that a listing can be asked for, and what is asked of each. */
const flagsOf = ({ flags }: Narrowing, query: ListQuery) =>
	flags.map((name) => [name, query[name]] as const);

/** The listing's own filters that are asked for. */
const filtersOf = ({ filters }: Narrowing, { narrowed }: ListQuery) =>
	Object.entries(filters).filter(([name]) => narrowed[name] !== undefined);

const flagged = (
	rows: Untyped,
	flags: ReturnType<typeof flagsOf>,
	column: (name: string) => unknown,
): Untyped =>
	flags.reduce(
		(q, [name, value]) => (value === undefined ? q : q.where(column(name), '=', value)),
		rows,
	);

/** Whether what a query names can be there at all. */
export const hasIds = ({ under }: ListQuery) =>
	Object.values(under).every((id) => id === NONE || isId(id));

/** The columns that a query sorts by, the name last. */
export const sortsOf = ({ sort }: ListQuery) => {
	const column = sort.replace(/^-/, '').replace(/^name$/, 'name_key');
	return { sorts: [...new Set([column, 'name_key', 'id'])], descending: sort.startsWith('-') };
};

/** The rows of all items that a query finds, whatever page it asks for, in no order. Its ids can be ids. */
export const matchingRows = (db: Db, listing: Narrowing, query: ListQuery): Untyped => {
	// `+` keeps SQLite from the index of the flags, which has neither names nor an order.
	const beside = (name: string) =>
		byEngine<unknown>(db, { sqlite: () => sql`+${sql.ref(name)}`, postgres: () => sql.ref(name) });
	let found: Untyped = db.selectFrom(listing.table);
	const above = Object.entries(query.under);
	for (const [column, id] of above)
		found = id === NONE ? found.where(column, 'is', null) : found.where(column, '=', id);
	for (const [name, narrow] of filtersOf(listing, query))
		found = found.where((eb: unknown) =>
			narrow(eb, query.narrowed[name] as string, above.length > 0),
		);
	found = flagged(found, flagsOf(listing, query), beside);
	return query.search === '' ? found : found.where(contains(db, 'name_key', query.search));
};

/** What the index of trigrams says of a search: which rows fit, where they are few. Undefined where it is not asked. */
const lookUp = async (db: Db, { table }: Narrowing, { search }: ListQuery) => {
	const match = hasTrigrams(search) ? phrase(search) : undefined;
	const first = match && indexedNames(db, table, match, FEW + 1);
	if (!first) return undefined;
	const { rows } = await first.execute(db);
	return { few: rows.length > FEW ? undefined : rows, all: indexedNames(db, table, match) };
};

/** One page of a listing and how many items match in all. */
export const listPage = async <Item>(db: Db, listing: Listing<Item>, query: ListQuery) => {
	const { table } = listing;
	if (!hasIds(query)) return { data: [], total: 0 };
	const { limit, offset } = query;
	const { sorts, descending } = sortsOf(query);
	const named = await lookUp(db, listing, query);
	const matching = (): Untyped =>
		named?.few
			? matchingRows(db, listing, { ...query, search: '' }).where(isAmong(named.few))
			: matchingRows(db, listing, query);
	const sorted = (rows: Untyped, down: boolean): Untyped =>
		sorts.reduce((q, sort) => q.orderBy(`${table}.${sort}`, down ? 'desc' : 'asc'), rows);

	const count = () => {
		const flags = flagsOf(listing, query);
		const everywhere = Object.keys(query.under).length + filtersOf(listing, query).length === 0;
		// Where nothing else is asked for, the index of the flags counts them, or that of the names.
		if (everywhere && query.search === '')
			return totalOf(flagged(db.selectFrom(table), flags, sql.ref));
		if (everywhere && named?.all && flags.every(([, value]) => value === undefined))
			return totalOf(db.selectFrom(sql`(${named.all})`.as('named')));
		return totalOf(matching());
	};

	// The page is found in an index alone; only its rows are then read and joined. `in`, because SQLite
	// may answer a join the other way round: walk the whole table in order and look for each row in the page.
	const page = async (down: boolean, from: number, length: number) => {
		const ids = sorted(matching().select('id'), down).limit(length).offset(from);
		const rows = listing.rows(db).where(sql`${sql.ref(`${table}.id`)} in ${ids}`);
		return (await sorted(rows, descending).execute()).map(listing.toWire) as Item[];
	};
	if (offset >= DEEP) {
		const total = await count();
		if (offset >= total) return { data: [], total };
		const length = Math.min(limit, total - offset);
		// A page in the second half is nearer from the end.
		const data =
			offset > total / 2
				? await page(!descending, total - offset - length, length)
				: await page(descending, offset, length);
		return { data, total };
	}
	const data = await page(descending, offset, limit);
	// The last page knows the total by itself; a search that finds little is not run twice.
	if (data.length < limit && (data.length > 0 || offset === 0))
		return { data, total: offset + data.length };
	return { data, total: await count() };
};

/** One item of a listing by its id alone. */
export const listItem = async <Item>(db: Db, listing: Listing<Item>, id: string) => {
	const row = await listing.rows(db).where(`${listing.table}.id`, '=', id).executeTakeFirst();
	return row && listing.toWire(row);
};
