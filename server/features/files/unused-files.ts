import { recordAudit } from '../../audit/audit-log.ts';
import { SYSTEM_CONTEXT } from '../../audit-context.ts';
import { linkTables } from '../../content/tables.ts';
import type { Database, Db } from '../../db/database.ts';
import { lockRows } from '../../db/engine.ts';
import { fileItem, linkOf, type StoredFileRow } from './store.ts';

const BATCH = 200;

/**
 * Which of these links content of any kind refers to, or the trash, or what an item once was. In one statement:
 * a link that goes from one of these to another meanwhile is in one or the other at its moment.
 */
const linksInUse = async (db: Db, links: string[]) => {
	const [first, ...more] = linkTables().map((table) =>
		db.selectFrom(table).select('url').where('url', 'in', links),
	);
	const rows = await more.reduce((all, query) => all?.union(query), first)?.execute();
	return new Set(rows?.map(({ url }) => url));
};

const withoutUse = async (db: Db, rows: StoredFileRow[]) => {
	if (rows.length === 0) return [];
	const used = await linksInUse(db, rows.map(linkOf));
	return rows.filter((row) => !used.has(linkOf(row)));
};

/** Files uploaded before an instant that nothing refers to, a batch at a time. */
export async function* unusedFiles(db: Db, before: string) {
	let last = '';
	for (;;) {
		const rows = await db
			.selectFrom('files')
			.selectAll()
			.where('key', '>', last)
			.where('uploaded_at', '<', before)
			.orderBy('key')
			.limit(BATCH)
			.execute();
		if (rows.length === 0) return;
		last = rows.at(-1)?.key ?? '';
		const unused = await withoutUse(db, rows);
		if (unused.length > 0) yield unused;
	}
}

/**
 * Removes the rows of these files as far as they are still old and unused; resolves to those. Removes
 * none while a backup is being made, which copies contents long after it has read their rows.
 */
export const removeUnused = async (
	database: Database,
	files: StoredFileRow[],
	before: string,
): Promise<StoredFileRow[]> => {
	const removed = await database.writeUnlessBackup(async (trx) => {
		const keys = files.map(({ key }) => key);
		const query = trx
			.selectFrom('files')
			.selectAll()
			.where('key', 'in', keys)
			.where('uploaded_at', '<', before);
		// Who is about to refer to a file has locked its row (requireOwnFile): it is left for the next time.
		// Asked again, now that nobody can begin to refer to these.
		const unused = await withoutUse(trx, await lockRows(trx, query, 'unlocked').execute());
		for (const file of unused)
			recordAudit(trx, SYSTEM_CONTEXT, {
				action: 'delete',
				item: fileItem(file),
				before: { url: linkOf(file), size: file.size },
			});
		if (unused.length > 0)
			await trx
				.deleteFrom('files')
				.where(
					'key',
					'in',
					unused.map(({ key }) => key),
				)
				.execute();
		return unused;
	});
	return removed ?? [];
};
