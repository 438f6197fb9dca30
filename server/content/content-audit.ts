import { sql } from 'kysely';
import type { AuditValues } from '#shared/contract/audit.ts';
import type { AuditAction } from '#shared/contract/audit-query.ts';
import { content } from '#shared/contract/content.ts';
import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import { type ItemRef, recordAudit } from '../audit/audit-log.ts';
import type { AuditContext } from '../audit-context.ts';
import type { Db } from '../db/database.ts';
import { above, hasName, listColumns, listIn, tables } from './tables.ts';

type References = Readonly<Record<string, ResourceKey | undefined>>;

/** An item as an audit row names it; one of a kind that has no name has none there. */
export const refOf = (key: ResourceKey, { id, name }: { id: string; name?: string | null }) => ({
	kind: resources[key].kind,
	id,
	name: name ?? null,
});

/** The names of the items that columns of a query's rows refer to, as `course_name`. */
export const selectNames = (
	key: ResourceKey,
	columns: readonly (readonly [column: string, of: ResourceKey])[],
) =>
	columns
		.filter(([, of]) => hasName(of))
		.map(([column, of]) =>
			sql<string | null>`(select other.name from ${sql.table(tables[of].table)} as other
				where other.id = ${sql.ref(`${tables[key].table}.${column}`)})`.as(
				`${resources[of].kind}_name`,
			),
		);

/** The columns by which a row names what it lies under. */
export const parentColumns = (key: ResourceKey) =>
	above(key).map((each) => [tables[each].column, each] as const);

/** The columns in which `selectNames` puts the names of what a row lies under. */
export const nameColumns = (key: ResourceKey) =>
	above(key).map((each) => `${resources[each].kind}_name`);

/** Returns the parents of a row that was selected with their names, outermost first. */
export const aboveOf = (key: ResourceKey, row: Record<string, unknown>): ItemRef[] =>
	parentColumns(key).map(([column, each]) => ({
		kind: resources[each].kind,
		id: row[column] as string,
		name: (row[`${resources[each].kind}_name`] as string | undefined) ?? null,
	}));

/** Returns these columns of a row, without empty ones. */
export const filled = (row: Record<string, unknown>, columns: readonly string[]) =>
	Object.fromEntries(
		columns.flatMap((column) => (row[column] == null ? [] : [[column, row[column]]])),
	);

/** Returns these columns of a row. */
export const picked = (row: Record<string, unknown>, columns: readonly string[]) =>
	Object.fromEntries(columns.map((column) => [column, row[column]]));

const told = async (
	db: Db,
	own: ResourceKey,
	references: References,
	values: Record<string, unknown>,
) => {
	const named = { ...values };
	for (const column of listColumns(content[own]))
		if (column in named) named[column] = listIn(named[column]);
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
	by: AuditContext;
	action: AuditAction;
	item: { id: string; name?: string | null };
	parents: readonly ItemRef[];
	before?: Record<string, unknown>;
	after?: Record<string, unknown>;
	counts?: Record<string, number>;
	gone?: readonly ItemRef[];
	besides?: Record<string, unknown>;
}

/** Writes down a change of content, in the transaction that makes it. */
export const recordContent = async (
	trx: Db,
	key: ResourceKey,
	references: References,
	{ by, action, item, parents, before, after, counts = {}, gone = [], besides }: ContentChange,
) => {
	const details = {
		...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
		...(gone.length > 0 && { gone }),
		...besides,
	};
	recordAudit(trx, by, {
		action,
		item: { ...refOf(key, item), parents },
		...(before && { before: await told(trx, key, references, before) }),
		...(after && { after: await told(trx, key, references, after) }),
		...(Object.keys(details).length > 0 && { details }),
	});
};
