import type { AuditAction, AuditKind, AuditValues } from '#shared/contract/audit.ts';
import { resources } from '#shared/contract/resources.ts';
import { type ItemRef, recordAudit } from '../audit/audit-log.ts';
import type { AuditContext } from '../audit-context.ts';
import type { Db } from '../db/database.ts';
import type { ContentTables } from './tables.ts';

/** What the audit trail calls an item of each table. */
const kindOf: Record<keyof ContentTables, AuditKind> = {
	courses: resources.courses.kind,
	subjects: resources.subjects.kind,
	topics: resources.topics.kind,
	exam_sets: resources.examSets.kind,
	past_papers: resources.pastPapers.kind,
};

/** What goes with a row of each table when it is deleted, by the column that names it. */
const under: Record<keyof ContentTables, readonly [table: keyof ContentTables, column: string][]> =
	{
		courses: [
			['subjects', 'course_id'],
			['topics', 'course_id'],
			['exam_sets', 'course_id'],
			['past_papers', 'course_id'],
		],
		subjects: [['topics', 'subject_id']],
		exam_sets: [['past_papers', 'exam_set_id']],
		topics: [],
		past_papers: [],
	};

/** How many of each kind a row names; their number is told in full. */
const NAMED = 200;

/** What goes with a row when it is deleted, by name: the first of each kind. */
export const goesWith = async (db: Db, table: keyof ContentTables, id: string) => {
	const gone: ItemRef[] = [];
	for (const [child, column] of under[table]) {
		const rows = await db
			.selectFrom(child)
			.select(['id', 'name'])
			.where(column as 'id', '=', id)
			.orderBy('name_key')
			.orderBy('id')
			.limit(NAMED)
			.execute();
		for (const row of rows) gone.push(refOf(child, row));
	}
	return gone;
};

type Above = Record<string, keyof ContentTables>;

const nameOf = (column: string) => `name_of_${column}`;

/** What a query over a table reads to say what its rows lie under: the names, beside the columns of `above`. */
export const selectAbove =
	(table: keyof ContentTables, above: Above) =>
	// biome-ignore lint/suspicious/noExplicitAny: Kysely's expression builder, of a table that is a parameter
	(eb: any) =>
		Object.entries(above).map(([column, parents]) =>
			eb
				.selectFrom(`${parents} as parent`)
				.select('parent.name')
				.whereRef('parent.id', '=', `${table}.${column}`)
				.as(nameOf(column)),
		);

/** What a row of that query lies under, outermost first. */
export const aboveOf = (above: Above, row: Record<string, unknown>): ItemRef[] =>
	Object.entries(above).map(([column, parents]) => ({
		kind: kindOf[parents],
		id: row[column] as string,
		name: row[nameOf(column)] as string | null,
	}));

/** An item of a table as an audit row names it. */
export const refOf = (table: keyof ContentTables, { id, name }: { id: string; name: string }) => ({
	kind: kindOf[table],
	id,
	name,
});

/** These columns of a row, as far as they have a value. */
export const filled = (row: Record<string, unknown>, columns: readonly string[]) =>
	Object.fromEntries(
		columns.flatMap((column) => (row[column] == null ? [] : [[column, row[column]]])),
	);

/** These columns of a row. */
export const picked = (row: Record<string, unknown>, columns: readonly string[]) =>
	Object.fromEntries(columns.map((column) => [column, row[column]]));

/** The same values, where ids of other rows have those rows' names beside them. */
const withNames = async (db: Db, references: Partial<Above>, values: Record<string, unknown>) => {
	const named = { ...values };
	for (const [column, table] of Object.entries(references)) {
		const id = values[column];
		if (typeof id !== 'string') continue;
		const row = await db
			.selectFrom(table as keyof ContentTables)
			.select('name')
			.where('id', '=', id)
			.executeTakeFirst();
		named[column] = { id, name: row?.name ?? null };
	}
	return named as AuditValues;
};

/** What was done to one item of content. */
export interface ContentChange {
	by: AuditContext;
	action: AuditAction;
	/** The item with its name from now on, or as it was when it went. */
	item: { id: string; name: string };
	parents: readonly ItemRef[];
	before?: Record<string, unknown>;
	after?: Record<string, unknown>;
	/** How many of what went with it; zeros are left out. */
	counts?: Record<string, number>;
	/** And by name. */
	gone?: readonly ItemRef[];
}

/** Writes down a change of content, in the transaction that makes it. */
export const recordContent = async (
	trx: Db,
	{
		table,
		references = {},
	}: { table: keyof ContentTables; references?: Partial<Above> | undefined },
	{ by, action, item, parents, before, after, counts = {}, gone = [] }: ContentChange,
) => {
	const details = {
		...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
		...(gone.length > 0 && { gone }),
	};
	recordAudit(trx, by, {
		action,
		item: { ...refOf(table, item), parents },
		...(before && { before: await withNames(trx, references, before) }),
		...(after && { after: await withNames(trx, references, after) }),
		...(Object.keys(details).length > 0 && { details }),
	});
};
