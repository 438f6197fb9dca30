import { sql } from 'kysely';
import { searchText } from '#shared/contract/fields.ts';
import { crossLists } from '#shared/contract/lists.ts';
import type { ResourceKey } from '#shared/contract/resources.ts';
import { grouped } from '#shared/grouped.ts';
import { z } from '#shared/zod.ts';
import { hasIds, type ListQuery, listingOf, matchingRows, sortsOf } from '../content/list-page.ts';
import { type Query, readQuery } from '../content/list-routes.ts';
import type { ContentStore } from '../content/store.ts';
import type { Db, Trx } from '../db/database.ts';
import { AppError, invalid } from '../errors.ts';
import { setTotal } from './begin.ts';

const listOf = (kind: ResourceKey) =>
	(crossLists as Partial<Record<ResourceKey, (typeof crossLists)[keyof typeof crossLists]>>)[kind];

/** What is asked of a kind that has no list across all of what it lies under. */
const searched = z.object({ search: searchText() });

/**
 * A query of a kind's list across all courses, from outside. What such a list would overlook is refused here,
 * since nobody means all when they misspell a filter.
 */
export const readWhere = (kind: ResourceKey, where: Record<string, string>): ListQuery => {
	const query: z.ZodMiniObject = listOf(kind)?.query ?? searched;
	for (const name of Object.keys(where))
		if (!Object.hasOwn(query.shape, name))
			throw invalid(`where.${name}`, 'There is no such filter');
	const read = query.safeParse(where);
	if (read.success) return readQuery(read.data as Query);
	const [issue] = read.error.issues;
	throw invalid(`where.${issue?.path.join('.')}`, issue?.message ?? 'This is not valid');
};

const listingOfAll = (store: ContentStore) => {
	const { key } = store.resource;
	const list = listOf(key);
	return list
		? listingOf(list, store)
		: { key, references: store.references, flags: [], filters: {} };
};

/** A query for the ids of all that such a query finds now; none where what it names cannot be there. */
export const matchingIds = (db: Db, store: ContentStore, query: ListQuery) =>
	hasIds(query) ? matchingRows(db, listingOfAll(store), query).select('id') : [''];

/**
 * Gives an operation all items that a query finds at this moment, in its order. Refuses with `changed` where
 * they are not as many as expected.
 */
export const giveMatching = async (
	trx: Trx,
	operation: string,
	store: ContentStore,
	query: ListQuery,
	expected: number,
) => {
	const listing = listingOfAll(store);
	const { sorts, descending } = sortsOf(query);
	const way = descending ? sql`desc` : sql`asc`;
	const order = sql.join(sorts.map((column) => sql`${sql.ref(column)} ${way}`));
	let total = 0;
	if (hasIds(query)) {
		const { numInsertedOrUpdatedRows } = await trx
			.insertInto('operation_rows')
			.columns(['operation', 'n', 'item_id', 'name', 'state'])
			.expression(
				matchingRows(trx, listing, query).select([
					sql`${operation}`.as('operation'),
					sql`row_number() over (order by ${order})`.as('n'),
					'id',
					'name',
					sql`'pending'`.as('state'),
				]),
			)
			.executeTakeFirstOrThrow();
		total = Number(numInsertedOrUpdatedRows);
	}
	if (total !== expected)
		throw new AppError('changed', `There are now ${grouped(total)}. Please look again.`, {
			data: { total },
		});
	return setTotal(trx, operation, total);
};
