import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import { type ItemRef, recordAudit } from '../audit/audit-log.ts';
import type { AuditContext } from '../audit-context.ts';
import type { Db } from '../db/database.ts';
import { lockRows } from '../db/engine.ts';
import { idsOf } from '../db/ids.ts';
import { inChunks } from '../in-chunks.ts';
import { aboveOf, parentColumns, refOf, selectNames } from './content-audit.ts';
import { at, lockIfThere, type Row } from './rows.ts';
import type { ContentStore, ContentStores, Link } from './store.ts';
import { above, tables, type Untyped, untyped } from './tables.ts';

const rowsOf = (db: Db, key: ResourceKey): Untyped => untyped(db).selectFrom(tables[key].table);

/** Writes a column of rows that are locked, with the next version. */
const write = async (
	trx: Db,
	key: ResourceKey,
	rows: readonly Row[],
	column: string,
	value: string | null,
) => {
	await inChunks(rows, (chunk) =>
		untyped(trx)
			.updateTable(tables[key].table)
			.set(({ eb }: Untyped) => ({
				[column]: value,
				version: eb('version', '+', 1),
				updated_at: new Date().toISOString(),
			}))
			.where('id', 'in', idsOf(chunk))
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
	const there = await lockIfThere(trx, of, id);
	return there && liesBeside(of, there, row) ? refOf(of, there) : undefined;
};

/** Whether a row of a kind lies where another does, as far as that kind lies under anything. */
const liesBeside = (of: ResourceKey, there: Row, row: Row) =>
	above(of).every((each) => there[tables[each].column] === row[tables[each].column]);

/** Makes links again of which both ends are there, unless the row was changed since; resolves to the others. */
const relinkThere = async (trx: Db, stores: ContentStores, links: readonly Link[], said: Said) => {
	const absent: Link[] = [];
	const groups = Map.groupBy(links, ({ key, column, value }) => `${key} ${column} ${value}`);
	for (const [link, ...more] of groups.values()) {
		const { key, column, value } = link as Link;
		const of = stores[key].references[column] as ResourceKey;
		const target = await lockIfThere(trx, of, value);
		await inChunks([link as Link, ...more], async (chunk) => {
			const found: Row[] = target ? await lockRowsOf(trx, key, chunk) : [];
			const rows = new Map(found.map((row) => [row.id, row]));
			absent.push(...chunk.filter(({ id }) => !rows.has(id)));
			const free = chunk.flatMap(({ id, version }) => {
				const row = rows.get(id);
				const isFree = row?.version === version && row[column] === null;
				return target && isFree && liesBeside(of, target, row) ? [row] : [];
			});
			await write(trx, key, free, column, value);
			for (const row of free) record(trx, key, row, column, [null, refOf(of, target as Row)], said);
		});
	}
	return absent;
};

const lockRowsOf = (trx: Db, key: ResourceKey, links: readonly Link[]): Promise<Row[]> => {
	const ids = idsOf(links);
	const rows = rowsOf(trx, key).selectAll(tables[key].table);
	const named = rows.select(selectNames(key, parentColumns(key)));
	return lockRows(trx, named.where('id', 'in', ids).orderBy('id'), 'change').execute();
};

/**
 * Leaves links to the deletions that hold one of their ends, to be made when that is restored. Resolves to those
 * whose deletion was restored just now, or is gone for good.
 */
const leaveToTrash = async (trx: Db, links: readonly Link[]) => {
	const holders = new Map<string, string>();
	await inChunks([...new Set(links.flatMap(({ id, value }) => [id, value]))], async (ids) => {
		const held = trx.selectFrom('trash_rows').select(['item_id', 'deletion_id']);
		for (const { item_id, deletion_id } of await held.where('item_id', 'in', ids).execute())
			holders.set(item_id, deletion_id);
	});
	const late: Link[] = [];
	for (const [holder, left] of Map.groupBy(
		links,
		({ id, value }) => holders.get(value) ?? holders.get(id),
	)) {
		if (holder === undefined) continue;
		const query = trx.selectFrom('deletions').selectAll().where('id', '=', holder);
		const deletion = await lockRows(trx, query, 'change').executeTakeFirst();
		// An item that was deleted by itself comes back with the next version.
		const next = left.map((link) =>
			link.id === deletion?.item_id ? { ...link, version: link.version + 1 } : link,
		);
		if (!deletion) late.push(...left);
		else
			await trx
				.updateTable('deletions')
				.set({ detached: JSON.stringify([...JSON.parse(deletion.detached), ...next]) })
				.where('id', '=', holder)
				.execute();
	}
	return late;
};

/**
 * Has rows refer again to what they let go of, as far as nobody has changed them since and it lies where they do.
 * Where one or the other is in the trash, they do so when it is restored.
 */
export const relink = async (
	trx: Db,
	stores: ContentStores,
	links: readonly Link[],
	said: Said,
) => {
	for (let left = links; left.length > 0; )
		left = await leaveToTrash(trx, await relinkThere(trx, stores, left, said));
};
