import { constants, type Dir } from 'node:fs';
import { access, link, mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { giveToFolderOwner } from '../settings/folder-owner.ts';
import { deleteStaleUploads, openStaging, writeStaged } from './staging.ts';
import type { FileStore } from './store.ts';

const ignoreMissing = (error: NodeJS.ErrnoException) => {
	if (error.code !== 'ENOENT') throw error;
	return undefined;
};

const ignoreExisting = (error: NodeJS.ErrnoException) => {
	if (error.code !== 'EEXIST') throw error;
};

/** Syncs a folder, so that its names survive a power failure; syncing a file does not persist its name. */
const syncFolder = async (path: string) => {
	const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
};

/** Yields the paths in a folder whose name matches `form`, without reading them all into memory. */
async function* listEntries(path: string, form: RegExp) {
	const folder: Dir | undefined = await opendir(path).catch(ignoreMissing);
	for await (const { name } of folder ?? []) if (form.test(name)) yield join(path, name);
}

/** Opens a store in a folder: contents at `ab/cd/<sha256>`, uploads in `tmp/`, all on one file system. */
export const openDiskStore = async (root: string): Promise<FileStore> => {
	const staging = join(root, 'tmp');
	const pathOf = (sha256: string) => join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
	await openStaging(staging);

	const place = async (from: string, sha256: string) => {
		const path = pathOf(sha256);
		const folder = dirname(path);
		// Created one by one: on a failing disk, a recursive mkdir reports that the folder does not exist.
		for (const made of [dirname(folder), folder])
			await mkdir(made, { mode: 0o700 }).then(() => giveToFolderOwner(made), ignoreExisting);
		await link(from, path).catch(ignoreExisting);
		// Also syncs if the file existed: the process that created it may not have synced yet.
		for (const changed of [folder, dirname(folder), root]) await syncFolder(changed);
	};

	return {
		receive: async (content, maxBytes) => {
			const staged = await writeStaged(staging, content, maxBytes);
			return { ...staged, place: () => place(staged.path, staged.sha256) };
		},

		open: async (sha256, range) => {
			const file = await open(pathOf(sha256)).catch(ignoreMissing);
			return file?.createReadStream(range);
		},

		has: async (sha256) => (await stat(pathOf(sha256)).catch(ignoreMissing)) !== undefined,

		remove: (sha256) => rm(pathOf(sha256), { force: true }),

		async *list() {
			for await (const outer of listEntries(root, /^[0-9a-f]{2}$/))
				for await (const inner of listEntries(outer, /^[0-9a-f]{2}$/))
					for await (const path of listEntries(inner, /^[0-9a-f]{64}$/)) {
						const found = await stat(path).catch(ignoreMissing);
						if (found) yield { sha256: path.slice(-64), size: found.size, storedAt: found.mtime };
					}
		},

		state: () =>
			access(staging, constants.W_OK | constants.X_OK).then(
				() => 'ok',
				() => 'missing',
			),

		tidy: () => deleteStaleUploads(staging),
	};
};
