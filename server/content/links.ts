import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import { type ItemRef, recordAudit } from '../audit/audit-log.ts';
import type { AuditContext } from '../audit-context.ts';
import type { Db } from '../db/database.ts';
import { lockRows } from '../db/engine.ts';
import { inChunks } from './chunks.ts';
import { aboveOf, parentColumns, refOf, selectNames } from './content-audit.ts';
import { at, type Row } from './rows.ts';
import type { ContentStore, ContentStores } from './store.ts';
import { above, tables } from './tables.ts';

/** What a row referred to, and the version at which it no longer does. */
export interface Link {
	key: ResourceKey;
	id: string;
	column: string;
	value: string;
	version: number;
}

// biome-ignore lint/suspicious/noExplicitAny: a table that is a parameter, see `tableStore`
const rowsOf = (db: Db, key: ResourceKey): any => (db as any).selectFrom(tables[key].table);

/** Writes a column of rows that are locked, with the next version. */
const write = async (
	trx: Db,
	key: ResourceKey,
	rows: readonly Row[],
	column: string,
	value: string | null,
) => {
	await inChunks(rows, (chunk) =>
		// biome-ignore lint/suspicious/noExplicitAny: the same
		(trx as any)
			.updateTable(tables[key].table)
			// biome-ignore lint/suspicious/noExplicitAny: the same
			.set(({ eb }: any) => ({
				[column]: value,
				version: eb('version', '+', 1),
				updated_at: new Date().toISOString(),
			}))
			.where(
				'id',
				'in',
				chunk.map(({ id }) => id),
			)
			.execute(),
	);
};

/** What is said of rows that let go of something, or have it again. */
interface Said {
	by: AuditContext;
	cause: string;
}

const record = (
	trx: Db,
	key: ResourceKey,
	row: Row,
	column: string,
	[before, after]: readonly [ItemRef | null, ItemRef | null],
	{ by, cause }: Said,
) => {
	const named = (ref: ItemRef | null) => ({ [column]: ref && { id: ref.id, name: ref.name } });
	recordAudit(trx, by, {
		action: 'update',
		item: { ...refOf(key, row), parents: aboveOf(key, row) },
		before: named(before),
		after: named(after),
		details: { cause },
	});
};

/** Has rows of a kind with these values let go of what a column refers to: a change of each. */
export const unlink = async (
	trx: Db,
	{ resource: { key }, references }: ContentStore,
	column: string,
	where: Record<string, string>,
	said: Said,
): Promise<Link[]> => {
	const of = references[column] as ResourceKey;
	const names = selectNames(key, [...parentColumns(key), [column, of]]);
	const linked = at(
		rowsOf(trx, key).selectAll(tables[key].table).select(names),
		tables[key].table,
		where,
	);
	const found: Row[] = await lockRows(
		trx,
		linked.where(column, 'is not', null).orderBy('id'),
		'change',
	).execute();
	await write(trx, key, found, column, null);
	return found.map((row) => {
		const value = row[column] as string;
		const name = row[`${resources[of].kind}_name`] as string | null;
		record(trx, key, row, column, [refOf(of, { id: value, name }), null], said);
		return { key, id: row.id, column, value, version: row.version + 1 };
	});
};

/** What a row can refer to: that it lies where the row does, and how it is called; undefined where it does not. */
export const referable = async (
	trx: Db,
	of: ResourceKey,
	id: string,
	row: Row,
): Promise<ItemRef | undefined> => {
	const place = Object.fromEntries(
		above(of).map((each) => [tables[each].column, row[tables[each].column]]),
	);
	const found = at(rowsOf(trx, of).selectAll(), tables[of].table, { ...place, id });
	const there: Row | undefined = await lockRows(trx, found, 'change').executeTakeFirst();
	return there && refOf(of, there);
};

/** Has rows refer again to what they let go of, as far as nobody has changed them since and it lies where they do. */
export const relink = async (
	trx: Db,
	stores: ContentStores,
	links: readonly Link[],
	said: Said,
) => {
	for (const { key, id, column, value, version } of links) {
		const of = stores[key].references[column] as ResourceKey;
		const { table } = tables[key];
		const free = at(
			rowsOf(trx, key)
				.selectAll(table)
				.select(selectNames(key, parentColumns(key))),
			table,
			{ id, version },
		);
		const row: Row | undefined = await lockRows(
			trx,
			free.where(column, 'is', null),
			'change',
		).executeTakeFirst();
		const to = row && (await referable(trx, of, value, row));
		if (!row || !to) continue;
		await write(trx, key, [row], column, value);
		record(trx, key, row, column, [null, to], said);
	}
};
