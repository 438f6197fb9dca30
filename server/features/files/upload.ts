import { fileTypes, UPLOAD_MAX_BYTES, type UploadedFile } from '#shared/contract/files.ts';
import type { AuditContext } from '../../audit-context.ts';
import type { Database } from '../../db/database.ts';
import { extensionOf, inspect } from '../../files/inspect/inspect.ts';
import type { FileStore } from '../../files/store.ts';
import type { IncomingFile } from '../../http/form.ts';
import { tidyName } from './name.ts';
import { contentLock, linkOf, rowOf, type StoredFileRow, saveFile } from './store.ts';

/** Where files are kept: what is known of them, and their contents. */
export interface FileKeeping {
	database: Database;
	files: FileStore;
}

/** A file as the API shows it. */
export const toWire = (row: StoredFileRow): UploadedFile => ({
	url: linkOf(row),
	name: row.name,
	size: row.size,
	type: fileTypes[row.ext],
});

/** Where a file's row is written, while nobody else decides over its content. */
export type Writing = Pick<Database, 'write' | 'lock'>;

/**
 * Takes in a file: receives it, looks into it, keeps its content, and has `commit` write its row
 * (`saveFile`) with whatever else belongs to it; resolves to what that did. Rejects with
 * `unsupported_type`, `too_large` or `invalid` when the file may not be kept, with `files_unavailable`
 * when the store does not take it, and leaves nothing then.
 * The same content under the same name has the same link again.
 */
export const receiveFile = async <Done>(
	{ database, files }: FileKeeping,
	incoming: IncomingFile,
	commit: (row: StoredFileRow, on: Writing) => Promise<Done>,
): Promise<Done> => {
	const name = tidyName(incoming.name);
	const ext = extensionOf(name);
	const staged = await files.receive(incoming.content, UPLOAD_MAX_BYTES);
	try {
		await inspect(staged, ext);
		const { sha256, size } = staged;
		const row = rowOf({ sha256, name, ext, size });
		// A row never points to nothing, so the content comes first. It may take its time in that;
		// its name is then only held to see that no sweep has taken it.
		await staged.place();
		return await database.holding(contentLock(sha256), async (write) => {
			if (!(await files.has(sha256))) await staged.place();
			return commit(row, { write, lock: database.lock });
		});
	} finally {
		await staged.discard();
	}
};

type StoreFile = (
	on: FileKeeping,
	incoming: IncomingFile,
	by: AuditContext,
) => Promise<UploadedFile>;

/** Takes in a file that the product itself brings, as {@link receiveFile} does. */
export const storeFile: StoreFile = (on, incoming, by) =>
	receiveFile(on, incoming, async (row, { write }) => {
		await write((trx) => saveFile(trx, row, by));
		return toWire(row);
	});
