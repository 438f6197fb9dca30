import { sql } from 'kysely';
import { content } from '#shared/contract/content/content.ts';
import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import type { AuditAction, AuditValues } from '#shared/contract/platform/audit.ts';
import { type ItemRef, recordAudit } from '../../platform/audit/audit-log.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Db } from '../../platform/db/database.ts';
import { hasName, listColumns, listParentKinds, parseList, tables } from './tables.ts';

type References = Readonly<Record<string, ResourceKey | undefined>>;

/** Returns an item as audit rows refer to it. The name is null for kinds without names. */
export const toItemRef = (
	key: ResourceKey,
	{ id, name }: { id: string; name?: string | null },
) => ({
	kind: resources[key].auditKind,
	id,
	name: name ?? null,
});

/** Returns select expressions for the names of the items that these columns refer to, such as `course_name`. */
export const selectNames = (
	key: ResourceKey,
	columns: readonly (readonly [column: string, of: ResourceKey])[],
) =>
	columns
		.filter(([, of]) => hasName(of))
		.map(([column, of]) =>
			sql<string | null>`(select other.name from ${sql.table(tables[of].table)} as other
				where other.id = ${sql.ref(`${tables[key].table}.${column}`)})`.as(
				`${resources[of].auditKind}_name`,
			),
		);

/** Returns the columns with the ids of a row's parents, outermost first. */
export const listParentColumns = (key: ResourceKey) =>
	listParentKinds(key).map((each) => [tables[each].column, each] as const);

/** Returns the columns in which `selectNames` puts the names of a row's parents. */
export const nameColumns = (key: ResourceKey) =>
	listParentKinds(key).map((each) => `${resources[each].auditKind}_name`);

/** Returns the parents of a row that was selected with `selectNames`, outermost first. */
export const listParents = (key: ResourceKey, row: Record<string, unknown>): ItemRef[] =>
	listParentColumns(key).map(([column, each]) => ({
		kind: resources[each].auditKind,
		id: row[column] as string,
		name: (row[`${resources[each].auditKind}_name`] as string | undefined) ?? null,
	}));

/** Returns these columns of a row, without null values. */
export const pickFilled = (row: Record<string, unknown>, columns: readonly string[]) =>
	Object.fromEntries(
		columns.flatMap((column) => (row[column] == null ? [] : [[column, row[column]]])),
	);

/** Returns these columns of a row. */
export const pickColumns = (row: Record<string, unknown>, columns: readonly string[]) =>
	Object.fromEntries(columns.map((column) => [column, row[column]]));

const withReferencedNames = async (
	db: Db,
	own: ResourceKey,
	references: References,
	values: Record<string, unknown>,
) => {
	const named = { ...values };
	for (const column of listColumns(content[own]))
		if (column in named) named[column] = parseList(named[column]);
	for (const [column, key] of Object.entries(references)) {
		const id = values[column];
		if (key === undefined || typeof id !== 'string') continue;
		const row = hasName(key)
			? await db
					.selectFrom(tables[key].table)
					.select('name')
					.where('id', '=', id)
					.executeTakeFirst()
			: undefined;
		named[column] = { id, name: row?.name ?? null };
	}
	return named as AuditValues;
};

export interface ContentChange {
	context: AuditContext;
	action: AuditAction;
	item: { id: string; name?: string | null };
	parents: readonly ItemRef[];
	before?: Record<string, unknown>;
	after?: Record<string, unknown>;
	counts?: Record<string, number>;
	deletedItems?: readonly ItemRef[];
	moreDetails?: Record<string, unknown>;
}

/** Records a change of content in the audit trail, in the same transaction. */
export const recordContent = async (
	trx: Db,
	key: ResourceKey,
	references: References,
	{
		context,
		action,
		item,
		parents,
		before,
		after,
		counts = {},
		deletedItems = [],
		moreDetails,
	}: ContentChange,
) => {
	const details = {
		...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
		...(deletedItems.length > 0 && { gone: deletedItems }),
		...moreDetails,
	};
	recordAudit(trx, context, {
		action,
		item: { ...toItemRef(key, item), parents },
		...(before && { before: await withReferencedNames(trx, key, references, before) }),
		...(after && { after: await withReferencedNames(trx, key, references, after) }),
		...(Object.keys(details).length > 0 && { details }),
	});
};
