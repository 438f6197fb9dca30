import type { Db } from '../../db/database.ts';
import { engineOf } from '../../db/engine.ts';
import { contentLock, isContentUsed, linkOf, type StoredFileRow } from './store.ts';
import type { FileKeeping } from './upload.ts';

const HOUR_MS = 60 * 60 * 1000;
const GRACE_MS = 7 * 24 * HOUR_MS;
/** An upload that is under way has its content, but not yet its row. */
const YOUNG_MS = HOUR_MS;
const FIRST_MS = 60_000;
const BATCH = 200;

export interface SweepOptions {
	/** How long a file that nothing refers to is kept after it was last uploaded. */
	graceMs?: number;
	/** Ends the sweep between two batches. */
	signal?: AbortSignal;
}

/** Which of these links topics and past papers refer to. */
const linksInUse = async (db: Db, links: string[]) => {
	const used = new Set<string>();
	for (const table of ['topics', 'past_papers'] as const) {
		const rows = await db.selectFrom(table).select('url').where('url', 'in', links).execute();
		for (const { url } of rows) if (url !== null) used.add(url);
	}
	return used;
};

const withoutUse = async (db: Db, rows: StoredFileRow[]) => {
	if (rows.length === 0) return [];
	const used = await linksInUse(db, rows.map(linkOf));
	return rows.filter((row) => !used.has(linkOf(row)));
};

/** Files uploaded before an instant that nothing refers to, a batch at a time. */
async function* unusedFiles(db: Db, before: string) {
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
		yield await withoutUse(db, rows);
	}
}

/** Removes those rows that are still unused and still old; resolves to them. */
const removeRows = ({ database }: FileKeeping, keys: string[], before: string) =>
	database.write(async (trx) => {
		const query = trx
			.selectFrom('files')
			.selectAll()
			.where('key', 'in', keys)
			.where('uploaded_at', '<', before);
		// Who is about to refer to a file holds its row (requireOwnFile): it is left for the next time.
		const held = engineOf(trx) === 'postgres' ? query.forUpdate().skipLocked() : query;
		// Asked again, now that nobody can begin to refer to these.
		const unused = await withoutUse(trx, await held.execute());
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

/** Removes a content that no row has; resolves to whether it did. */
const removeContent = ({ database, files }: FileKeeping, sha256: string) =>
	database.write(async (trx) => {
		await database.lock(trx, contentLock(sha256));
		if (await isContentUsed(trx, sha256)) return false;
		await files.remove(sha256);
		return true;
	});

/** Contents in the store that no row has, other than the youngest: an upload that did not end. */
async function* strayContents({ database, files }: FileKeeping) {
	let batch: string[] = [];
	const strays = async () => {
		const rows = await database.read
			.selectFrom('files')
			.select('sha256')
			.where('sha256', 'in', batch)
			.execute();
		const known = new Set(rows.map(({ sha256 }) => sha256));
		return batch.filter((sha256) => !known.has(sha256));
	};
	const before = Date.now() - YOUNG_MS;
	for await (const { sha256, storedAt } of files.list()) {
		if (storedAt.getTime() < before) batch.push(sha256);
		if (batch.length < BATCH) continue;
		yield await strays();
		batch = [];
	}
	if (batch.length > 0) yield await strays();
}

/**
 * Removes what nobody needs any more: files that no topic and no past paper has referred to since
 * they were uploaded a grace time ago, contents that no file has, uploads that broke off. Safe beside
 * uploads and other sweeps. Resolves to how many files and contents went.
 */
export const sweepFiles = async (
	on: FileKeeping,
	{ graceMs = GRACE_MS, signal }: SweepOptions = {},
) => {
	const before = new Date(Date.now() - graceMs).toISOString();
	const swept = { files: 0, contents: 0 };
	const removeContents = async (hashes: Iterable<string>) => {
		for (const sha256 of hashes)
			if (!signal?.aborted && (await removeContent(on, sha256))) swept.contents++;
	};
	await on.files.tidy();
	for await (const unused of unusedFiles(on.database.read, before)) {
		if (signal?.aborted) return swept;
		if (unused.length === 0) continue;
		const gone = await removeRows(
			on,
			unused.map(({ key }) => key),
			before,
		);
		swept.files += gone.length;
		await removeContents(new Set(gone.map(({ sha256 }) => sha256)));
	}
	for await (const strays of strayContents(on)) {
		if (signal?.aborted) return swept;
		await removeContents(strays);
	}
	return swept;
};

/**
 * Sweeps a minute from now and then every hour, without keeping the process alive for it. Returns
 * the function that ends it, which resolves when a sweep under way has stopped.
 */
export const startSweep = (on: FileKeeping, onError: (error: unknown) => void) => {
	const stopping = new AbortController();
	let timer: NodeJS.Timeout;
	let running: Promise<unknown> = Promise.resolve();
	const next = (ms: number) => {
		timer = setTimeout(() => {
			running = sweepFiles(on, { signal: stopping.signal })
				.catch(onError)
				.then(() => !stopping.signal.aborted && next(HOUR_MS));
		}, ms).unref();
	};
	next(FIRST_MS);
	return async () => {
		stopping.abort();
		clearTimeout(timer);
		await running;
	};
};
