import { setTimeout } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { isSchemaCurrent } from '../db/migrate.ts';
import { AppError } from '../errors.ts';
import type { FileStore, StoreState } from '../files/store.ts';
import type { Api } from '../http/api.ts';

/** Timeout of the store, and the TTL of its cached answer. */
const WAIT_MS = 2_000;
const CACHED_MS = 1_000;

/** The state of the file store; `lost` if it works but lacks a file. */
export type FilesState = StoreState | 'lost';

const isContentMissing = async ({ read }: Database, files: FileStore) => {
	const any = () => read.selectFrom('files').select('sha256').limit(1).executeTakeFirst();
	const known = await any();
	if (!known || (await files.has(known.sha256))) return false;
	// The file may have been removed since, with its row.
	return (await any())?.sha256 === known.sha256;
};

const readFilesState = async (database: Database, files: FileStore): Promise<FilesState> => {
	const state = await files.state();
	if (state !== 'ok') return state;
	return (await isContentMissing(database, files)) ? 'lost' : 'ok';
};

/** Opens the check of the file store; its result is cached for a second. */
export const openHealth = (database: Database, files: FileStore) => {
	let cached: { at: number; state: Promise<FilesState> } | undefined;
	return {
		files: () => {
			if (!cached || performance.now() - cached.at > CACHED_MS) {
				const state = Promise.race([
					readFilesState(database, files).catch(() => 'unreachable' as const),
					setTimeout(WAIT_MS, 'unreachable' as const, { ref: false }),
				]);
				cached = { at: performance.now(), state };
			}
			return cached.state;
		},
	};
};
export type Health = ReturnType<typeof openHealth>;

/** Changes, except deliveries of M-Pesa, which must be stored before they are answered. */
const isRefusable = ({ method, url }: { method: string; url: string }) =>
	!/^(GET|HEAD|OPTIONS)$/.test(method) && /^\/api\/(?!hooks\/)/.test(url);

const OUTDATED = 'The program is being updated. Try again in a minute.';
const RETRY_AFTER_S = 10;

/** Refuses changes with 503 and `Retry-After` after a server of a newer version has updated the database. */
export const refuseOutdated = (app: Api, { read }: Database) => {
	app.addHook('onRequest', async (request) => {
		if (!isRefusable(request) || (await isSchemaCurrent(read))) return;
		const headers = { 'retry-after': String(RETRY_AFTER_S) };
		throw new AppError('unavailable', OUTDATED, { headers });
	});
};
