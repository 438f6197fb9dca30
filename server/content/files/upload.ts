import { fileTypes, UPLOAD_MAX_BYTES, type UploadedFile } from '#shared/contract/content/files.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Database } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import { inspect, readExtension } from '../../platform/files/inspect/inspect.ts';
import type { FileStore, StagedFile } from '../../platform/files/store.ts';
import type { IncomingFile } from '../../platform/http/form.ts';
import { deleteInside } from './insides.ts';
import {
	buildLink,
	buildRow,
	listUsedContents,
	nameContentLock,
	type StoredFileRow,
	saveFile,
	tidyName,
} from './store.ts';

/** The database and the store of files. */
export interface FileKeeping {
	database: Database;
	files: FileStore;
}

/** A file as the API shows it. */
export const toWire = (row: StoredFileRow): UploadedFile => ({
	url: buildLink(row),
	name: row.name,
	size: row.size,
	type: fileTypes[row.ext],
});

/** Places a received content in the store, then runs `commit` while no sweep can delete the content. */
export const withPlacedContent = async <Done>(
	{ database, files }: FileKeeping,
	staged: Pick<StagedFile, 'sha256' | 'place'>,
	commit: (write: Database['write']) => Promise<Done>,
): Promise<Done> => {
	const { sha256, place } = staged;
	await place();
	return database.withLock(nameContentLock(sha256), async (write) => {
		if (!(await files.has(sha256))) await place();
		return commit(write);
	});
};

/** Removes a content that no row has, with its insides; resolves to whether it did. */
export const removeContent = ({ database, files }: FileKeeping, sha256: string) =>
	database.withLock(nameContentLock(sha256), async (write) => {
		if ((await listUsedContents(database.read, [sha256])).has(sha256)) return false;
		await files.remove(sha256);
		await write((trx) => deleteInside(trx, sha256));
		return true;
	});

/** Receives, inspects and stores a file; `commit` writes its row. On failure nothing is stored. */
export const receiveFile = async <Done>(
	keeping: FileKeeping,
	incoming: IncomingFile,
	commit: (row: StoredFileRow, write: Database['write']) => Promise<Done>,
): Promise<Done> => {
	const name = tidyName(incoming.name);
	const ext = readExtension(name);
	const staged = await keeping.files.receive(incoming.content, UPLOAD_MAX_BYTES);
	try {
		const { sha256, size } = staged;
		if ((incoming.sha256 ?? sha256) !== sha256)
			throw invalid(
				'sha256',
				'The uploaded bytes do not match the announced size or hash. Please upload the file again.',
			);
		await inspect(staged, ext);
		const row = buildRow({ sha256, name, ext, size });
		return await withPlacedContent(keeping, staged, (write) => commit(row, write));
	} finally {
		await staged.discard();
	}
};

/** Stores a file that comes with the product, like {@link receiveFile}. */
export const storeFile = (keeping: FileKeeping, incoming: IncomingFile, context: AuditContext) =>
	receiveFile(keeping, incoming, async (row, write) => {
		await write((trx) => saveFile(trx, row, context));
		return toWire(row);
	});
