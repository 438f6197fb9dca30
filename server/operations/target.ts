import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import { areIds, at, type Row } from '../content/rows.ts';
import type { ContentStore } from '../content/store.ts';
import { above, placeOfRow, tables, untyped } from '../content/tables.ts';
import type { Db } from '../db/database.ts';
import { invalid } from '../errors.ts';

/** What an item calls the id of something that it lies under, and what an address does. */
const namesOf = ({ resource: { columns } }: ContentStore, key: ResourceKey) => {
	const { column } = tables[key];
	const field = Object.keys(columns).find((name) => columns[name] === column) ?? column;
	return [field, resources[key].param];
};

/**
 * The place that a move names, by the ids of all above it in an address. What stands above the parent may be left
 * out. Refuses with `invalid` at `to` what is not there, and what is none of its names.
 */
export const readTarget = async (
	db: Db,
	store: ContentStore,
	to: Record<string, string>,
): Promise<Record<string, string>> => {
	const parents = above(store.resource.key);
	const parent = parents.at(-1) as ResourceKey;
	const columns: Record<string, string> = {};
	const left = new Map(Object.entries(to));
	for (const each of parents)
		for (const name of namesOf(store, each)) {
			const id = left.get(name);
			if (id === undefined) continue;
			columns[each === parent ? 'id' : tables[each].column] = id;
			left.delete(name);
		}
	const [odd] = left.keys();
	const { label } = resources[parent];
	if (odd !== undefined) throw invalid('to', `To has no ${odd}`);
	if (columns.id === undefined) throw invalid('to', `To must name the ${label.toLowerCase()}`);
	const { table } = tables[parent];
	const query = at(untyped(db).selectFrom(table).selectAll(), table, columns);
	const row: Row | undefined = areIds(columns) ? await query.executeTakeFirst() : undefined;
	if (!row) throw invalid('to', `${label} not found`);
	return placeOfRow(parent, row);
};
