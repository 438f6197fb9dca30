import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../errors.ts';
import { giveToFolderOwner } from '../settings/folder-owner.ts';
import type { ByteSource } from './store.ts';

/** Content in its own file on the local disk, before it is placed in a store. */
export interface StagedOnDisk extends ByteSource {
	path: string;
	sha256: string;
	discard: () => Promise<void>;
}

/** Returns the bytes of an open file of a known size. The caller closes the file. */
export const createByteSource = (file: FileHandle, size: number): ByteSource => ({
	size,
	read: async (position, length) => {
		const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - position)));
		const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
		return buffer.subarray(0, bytesRead);
	},
});

/** Uploads of this process in progress, which `deleteStaleUploads` keeps. */
const own = new Set<string>();

const HOUR_MS = 60 * 60 * 1000;
const GIB = 1024 ** 3;
const FLOOR = { bytes: GIB, share: 0.05 };
const BETWEEN_LOOKS = 4 * 1024 * 1024;

/** Returns the free space on the disk of a folder, in bytes; uploads stop below `floor`. */
export const measureFreeSpace = async (dir: string) => {
	const { bavail, blocks, bsize } = await statfs(dir);
	const size = blocks * bsize;
	return { free: bavail * bsize, size, floor: Math.min(FLOOR.bytes, size * FLOOR.share) };
};

/** Throws `storage_full` while the database can still grow: below 5 % free, or 1 GiB on a large disk. */
const requireRoom = async (dir: string) => {
	const { free, floor } = await measureFreeSpace(dir);
	if (free < floor) throw new AppError('storage_full');
};

const formatMegabytes = (bytes: number) => `${Math.floor(bytes / 1024 ** 2)} MB`;

/** Writes a stream to a new synced file in `dir`, readable by its owner only. Deletes the file on failure. */
export const writeStaged = async (
	dir: string,
	content: AsyncIterable<Uint8Array>,
	maxBytes: number,
): Promise<StagedOnDisk> => {
	const path = join(dir, randomUUID());
	const file = await open(path, 'wx+', 0o600);
	own.add(path);
	const discard = async () => {
		own.delete(path);
		try {
			await file.close();
		} finally {
			await rm(path, { force: true });
		}
	};
	try {
		giveToFolderOwner(path);
		const hash = createHash('sha256');
		let size = 0;
		let unchecked = BETWEEN_LOOKS;
		for await (const chunk of content) {
			size += chunk.length;
			if (size > maxBytes)
				throw new AppError('too_large', `The file is larger than ${formatMegabytes(maxBytes)}.`);
			unchecked += chunk.length;
			if (unchecked > BETWEEN_LOOKS) {
				await requireRoom(dir);
				unchecked = 0;
			}
			hash.update(chunk);
			await file.writeFile(chunk);
		}
		await file.sync();
		return { path, sha256: hash.digest('hex'), discard, ...createByteSource(file, size) };
	} catch (error) {
		await discard();
		throw error;
	}
};

/** Creates the folder for uploads in progress, and deletes those that earlier processes left. */
export const openStaging = async (dir: string) => {
	await mkdir(dir, { recursive: true, mode: 0o700 });
	for (const made of [dirname(dir), dir]) giveToFolderOwner(made);
	await deleteStaleUploads(dir);
};

/** Deletes staged files of other processes that were not written to for an hour. */
export const deleteStaleUploads = async (dir: string) => {
	const before = new Date(Date.now() - HOUR_MS);
	for (const name of await readdir(dir)) {
		const path = join(dir, name);
		if (own.has(path)) continue;
		// An upload that ends in between deletes its own file.
		const found = await stat(path).catch(() => undefined);
		if (found && found.mtime < before) await rm(path, { force: true });
	}
};
