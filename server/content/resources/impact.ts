import { type DeletionImpact, deletionImpact } from '#shared/contract/content/deletion-impact.ts';
import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import type { Db } from '../../platform/db/database.ts';
import { countTotal } from '../../platform/db/engine.ts';
import type { TableSpec, Which } from './store.ts';
import {
	type ContentTables,
	listDescendantKinds,
	listParentKinds,
	tables,
	type Untyped,
	untyped,
} from './tables.ts';

/** Counts the rows of a table with these values. */
export const countRowsWith = (
	db: Db,
	table: keyof ContentTables,
	values: Record<string, string | boolean>,
) => {
	let rows = untyped(db).selectFrom(table);
	for (const [column, value] of Object.entries(values)) rows = rows.where(column, '=', value);
	return countTotal(rows);
};

const NOTHING = Object.fromEntries(
	Object.keys(deletionImpact.shape).map((kind) => [kind, 0]),
) as DeletionImpact;

/** Counts rows of another kind that refer to these items under the same parents. */
export const countReferring = (
	db: Db,
	other: ResourceKey,
	column: string,
	key: ResourceKey,
	which: Which,
) => {
	const [{ table: theirs }, { table: ours }] = [tables[other], tables[key]];
	return countTotal(
		untyped(db)
			.selectFrom(theirs)
			.innerJoin(ours, (join: Untyped) =>
				listParentKinds(key)
					.map((each) => tables[each].column)
					.reduce(
						(joined, parent) => joined.onRef(`${theirs}.${parent}`, '=', `${ours}.${parent}`),
						join.onRef(`${theirs}.${column}`, '=', `${ours}.id`),
					),
			)
			.where(`${ours}.id`, 'in', which),
	);
};

/** Counts what is deleted with several items. */
export const countImpact = async (
	db: Db,
	key: ResourceKey,
	{ alsoChanges }: TableSpec<Untyped>,
	which: Which,
): Promise<DeletionImpact> => {
	const counts: Partial<DeletionImpact> = {};
	for (const child of listDescendantKinds(key))
		counts[resources[child].slug as keyof DeletionImpact] = await countReferring(
			db,
			child,
			tables[key].column,
			key,
			which,
		);
	return { ...NOTHING, ...counts, ...(await alsoChanges?.(db, which)) };
};
