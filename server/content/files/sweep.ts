import { sql } from 'kysely';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { SYSTEM_CONTEXT } from '../../platform/audit-context.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/engine.ts';
import type { Job } from '../../platform/jobs.ts';
import { linkTables } from '../resources/tables.ts';
import { endOldUploads } from './chunks.ts';
import { buildLink, listUsedContents, toFileItem } from './store.ts';
import { type FileKeeping, removeContent } from './upload.ts';

const HOUR_MS = 60 * 60 * 1000;
const GRACE_MS = 7 * 24 * HOUR_MS;
const BATCH = 200;

interface SweepOptions {
	graceMs?: number;
	/** Minimum age of a content without a row, because an upload stores its content before its row. */
	youngMs?: number;
	signal?: AbortSignal;
}

/** Selects files that were uploaded before an instant and that no item, trash row or version refers to. */
const selectUnusedFiles = (db: Db, before: string) =>
	linkTables().reduce(
		(files, table) =>
			files.where(({ exists, not, selectFrom }) =>
				not(
					exists(
						selectFrom(table)
							.select('url')
							.where('url', '=', sql<string>`'/files/' || files.key || '.' || files.ext`),
					),
				),
			),
		db.selectFrom('files').selectAll().where('uploaded_at', '<', before),
	);

/** Deletes a batch of unused files; resolves to their number. Deletes none while a backup runs. */
const removeUnused = (database: Database, before: string) =>
	database.writeUnlessBackup(async (trx) => {
		const locked = await lockRows(
			trx,
			selectUnusedFiles(trx, before).limit(BATCH),
			'unlocked',
		).execute();
		if (locked.length === 0) return 0;
		// Checks again, because a write that referred to a file may have ended just before the lock.
		const keys = locked.map(({ key }) => key);
		const unused = await selectUnusedFiles(trx, before).where('key', 'in', keys).execute();
		for (const file of unused) {
			await trx.deleteFrom('files').where('key', '=', file.key).execute();
			recordAudit(trx, SYSTEM_CONTEXT, {
				action: 'delete',
				item: toFileItem(file),
				before: { url: buildLink(file), size: file.size },
			});
		}
		return unused.length;
	});

/** Yields batches of contents that were stored before an instant and that have no row. */
async function* listOrphanedContents({ database, files }: FileKeeping, before: number) {
	let batch: string[] = [];
	const orphans = async () => {
		const used = batch.length > 0 && (await listUsedContents(database.read, batch));
		return used ? batch.filter((sha256) => !used.has(sha256)) : [];
	};
	for await (const { sha256, storedAt } of files.list()) {
		if (storedAt.getTime() < before) batch.push(sha256);
		if (batch.length < BATCH) continue;
		yield await orphans();
		batch = [];
	}
	yield await orphans();
}

/** Deletes unused files and unfinished uploads, then contents without a row. Safe next to uploads and other sweeps. */
export const sweepFiles = async (
	keeping: FileKeeping,
	{ graceMs = GRACE_MS, youngMs = HOUR_MS, signal }: SweepOptions = {},
) => {
	const now = Date.now();
	const swept = { files: 0, contents: 0 };
	await keeping.files.tidy();
	await endOldUploads(keeping);
	for (let removed = BATCH; removed > 0 && !signal?.aborted; swept.files += removed)
		removed = (await removeUnused(keeping.database, new Date(now - graceMs).toISOString())) ?? 0;
	for await (const orphans of listOrphanedContents(keeping, now - youngMs))
		for (const sha256 of orphans)
			if (!signal?.aborted && (await removeContent(keeping, sha256))) swept.contents++;
	return swept;
};

/** Sweeps files a minute after the start, and then every hour. */
export const sweepJob = (keeping: FileKeeping): Job => ({
	name: 'Delete unused files',
	firstMs: 60_000,
	everyMs: HOUR_MS,
	run: async (signal) => {
		const { files, contents } = await sweepFiles(keeping, { signal });
		return `${files} files and ${contents} contents removed`;
	},
});
