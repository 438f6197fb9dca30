import { sql } from 'kysely';
import { buildCrossCalls, type CrossList } from '#shared/contract/content/item-calls.ts';
import type { ResourceKey } from '#shared/contract/content/resources.ts';
import { NONE } from '#shared/contract/platform/lists.ts';
import type { z } from '#shared/zod.ts';
import { answerCalls, Versioned } from '../../platform/api/calls.ts';
import { type Page, readPage } from '../../platform/api/page.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { countTotal, isId } from '../../platform/db/engine.ts';
import { notFound } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { listParentColumns, selectNames } from './content-audit.ts';
import { makeRowConverter } from './rows.ts';
import { buildMatch } from './search.ts';
import type { ContentStore } from './store.ts';
import { tables, type Untyped, untyped } from './tables.ts';

interface Listing<Item> {
	key: ResourceKey;
	references: Readonly<Record<string, ResourceKey>>;
	flags: readonly ('published' | 'free')[];
	filters: NonNullable<ContentStore['spec']['filters']>;
	counts: NonNullable<ContentStore['spec']['counts']>;
	rows: (db: Db) => Untyped;
	toWire: (row: unknown) => Item;
}

const joinCount = (rows: Untyped, table: string, of: string): Untyped =>
	rows.leftJoin(of, `${of}.item_id`, `${table}.id`);

const readCount = (of: string, name: string) =>
	sql<number>`coalesce(${sql.ref(`${of}.${name}`)}, 0)`;

const findSortColumn = ({ sort }: ListQuery) =>
	sort.replace(/^-/, '').replace(/^name$/, 'name_key');

/** Returns the listing of a kind across all courses, with the names of parents and references. */
export const makeListing = <List extends { item: z.ZodMiniObject }>(
	list: List,
	{ resource, spec, references }: ContentStore,
): Listing<z.infer<List['item']>> => {
	const { key } = resource;
	const { table } = tables[key];
	const fields = Object.keys(list.item.shape);
	const columns = fields.map((field) => resource.columns[field] ?? field);
	const names = selectNames(key, [...listParentColumns(key), ...Object.entries(references)]);
	const { filters = {}, counts = {} } = spec;
	return {
		key,
		references,
		flags: (['published', 'free'] as const).filter((column) => columns.includes(column)),
		filters,
		counts,
		rows: (db: Untyped) => {
			const query = Object.entries(counts).reduce(
				(found, [name, of]) => joinCount(found, table, of).select(readCount(of, name).as(name)),
				db.selectFrom(table).selectAll(table).select(names),
			);
			return spec.extra ? query.select(spec.extra.columns) : query;
		},
		toWire: makeRowConverter(fields, resource, spec) as never,
	};
};

/** Returns the condition of rows that are published from a later moment on, or of all others. */
const isScheduled = (scheduled: boolean) => (eb: Untyped) => {
	const later = eb.and([
		eb('published', '=', true),
		eb('visible_from', '>', new Date().toISOString()),
	]);
	// Without a moment the comparison is null, which `not` would keep.
	return scheduled ? later : eb.not(eb.and([eb('visible_from', 'is not', null), later]));
};

/** Filters a list of items by whether they have open problems. */
export const filterByProblems = (eb: Untyped, value: string) =>
	eb(
		'id',
		value === 'true' ? 'in' : 'not in',
		eb.selectFrom('problems').select('problems.item_id').where('problems.closed_at', 'is', null),
	);

/** Filters rows by whether they link to a file. */
export const filterByFile = (eb: Untyped, value: string) =>
	eb('url', value === 'true' ? 'is' : 'is not', null);

/** A validated query of a list. `sort` is a column, with `-` before it for descending. */
export interface ListQuery extends Page {
	search: string;
	under: Record<string, string>;
	published: boolean | undefined;
	free: boolean | undefined;
	narrowed: Record<string, string>;
	sort: string;
}

/** The part of a listing that decides which rows match. */
export type Narrowing = Omit<Listing<unknown>, 'rows' | 'toWire'>;

/** Returns whether all ids of a query are well formed; otherwise nothing can match. */
export const hasIds = ({ under }: ListQuery) =>
	Object.values(under).every((id) => id === NONE || isId(id));

/** Returns the terms that a query sorts by; the name and the id make the order total. */
export const listSorts = (query: ListQuery, { key, counts }: Narrowing) => {
	const way = query.sort.startsWith('-') ? sql`desc` : sql`asc`;
	return [...new Set([findSortColumn(query), 'name_key', 'id'])].map((each) => {
		const of = counts[each];
		const term = of ? readCount(of, each) : sql.ref(`${tables[key].table}.${each}`);
		return sql`${term} ${way}`;
	});
};

/** Returns a query for the rows of all pages, unordered. Call it only if `hasIds` returns true. */
export const selectMatchingRows = (
	db: Db,
	{ key, references, flags, filters, counts }: Narrowing,
	query: ListQuery,
): Untyped => {
	const { table } = tables[key];
	let rows = untyped(db).selectFrom(table);
	const sortedBy = counts[findSortColumn(query)];
	if (sortedBy) rows = joinCount(rows, table, sortedBy);
	for (const [column, id] of Object.entries(query.under))
		rows = id === NONE ? rows.where(column, 'is', null) : rows.where(column, '=', id);
	for (const [name, filter] of Object.entries(filters)) {
		const value = query.narrowed[name];
		if (value !== undefined) rows = rows.where((eb: unknown) => filter(eb, value));
	}
	if (query.narrowed.external_id !== undefined)
		rows = rows.where('external_id', '=', query.narrowed.external_id);
	const { scheduled } = query.narrowed;
	if (scheduled !== undefined) rows = rows.where(isScheduled(scheduled === 'true'));
	for (const flag of flags)
		if (query[flag] !== undefined) rows = rows.where(flag, '=', query[flag]);
	return query.search === '' ? rows : rows.where(buildMatch(db, key, references, query.search));
};

/** Returns one page of a listing and the number of items on all pages. */
const listPage = async <Item>(db: Db, listing: Listing<Item>, query: ListQuery) => {
	if (!hasIds(query)) return { data: [], total: 0 };
	const { table } = tables[listing.key];
	const sorts = listSorts(query, listing);
	const sorted = (rows: Untyped): Untyped =>
		sorts.reduce((sorting, sort) => sorting.orderBy(sort), rows);
	const matching = selectMatchingRows(db, listing, query);
	// An index yields the ids of the page; only these rows are read in full and joined.
	const ids = sorted(matching.select('id')).limit(query.limit).offset(query.offset);
	const rows = sorted(listing.rows(db).where(sql`${sql.ref(`${table}.id`)} in ${ids}`));
	const data: Item[] = (await rows.execute()).map(listing.toWire);
	if (query.offset === 0 && data.length < query.limit) return { data, total: data.length };
	return { data, total: await countTotal(matching) };
};

/** Returns one item of a listing by its id, or undefined. */
const listItem = async <Item>(db: Db, listing: Listing<Item>, id: string) => {
	const row = await listing
		.rows(db)
		.where(`${tables[listing.key].table}.id`, '=', id)
		.executeTakeFirst();
	return row && listing.toWire(row);
};

/** The checked query of a list. */
export interface Query {
	search?: string;
	[above_id: `${string}_id`]: string;
	published?: 'true' | 'false';
	free?: 'true' | 'false';
	sort?: string;
	page?: string;
	limit?: string;
}

const parseChoice = (value: 'true' | 'false' | undefined) =>
	value === undefined ? undefined : value === 'true';

/** Reads the query of a list. */
export const readQuery = (query: Query): ListQuery => ({
	search: query.search ?? '',
	under: Object.fromEntries(
		Object.entries(query).filter(([name]) => name.endsWith('_id') && name !== 'external_id'),
	),
	published: parseChoice(query.published),
	free: parseChoice(query.free),
	narrowed: query as Record<string, string>,
	sort: query.sort ?? 'name',
	...readPage(query),
});

/** Adds a list of one kind of content across all courses, and one item of it by its id alone. */
export const listRoutes = (api: Api, database: Database, list: CrossList, store: ContentStore) => {
	const listing = makeListing(list, store);
	answerCalls(api, { database }, buildCrossCalls(list), {
		search: async ({ query }) =>
			(await listPage(database.read, listing, readQuery(query as Query))) as never,
		find: async ({ params: { id } }) => {
			const found = isId(id) ? await listItem(database.read, listing, id) : undefined;
			if (!found) throw notFound(list.resource.label);
			return new Versioned(found as never, found.version);
		},
	});
};
