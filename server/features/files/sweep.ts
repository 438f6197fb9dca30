import type { Job } from '../../jobs/jobs.ts';
import { endOldUploads } from './chunks.ts';
import { orphanedContents, removeContent } from './orphaned-contents.ts';
import { removeUnused, unusedFiles } from './unused-files.ts';
import type { FileKeeping } from './upload.ts';

const HOUR_MS = 60 * 60 * 1000;
const GRACE_MS = 7 * 24 * HOUR_MS;

export interface SweepOptions {
	/** How long a file that nothing refers to is kept after it was last uploaded. */
	graceMs?: number;
	/** Ends the sweep between two batches. */
	signal?: AbortSignal;
}

/**
 * Removes what nobody needs any more: files that nothing refers to, the trash and past versions neither, and
 * that were uploaded a grace time ago, contents that no file has, uploads that broke off or stayed unfinished for a day. Safe beside
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
	for await (const chunks of endOldUploads(on)) {
		if (signal?.aborted) return swept;
		await removeContents(chunks);
	}
	for await (const unused of unusedFiles(on.database.read, before)) {
		if (signal?.aborted) return swept;
		const gone = await removeUnused(on.database, unused, before);
		swept.files += gone.length;
		await removeContents(new Set(gone.map(({ sha256 }) => sha256)));
	}
	for await (const orphans of orphanedContents(on)) {
		if (signal?.aborted) return swept;
		await removeContents(orphans);
	}
	return swept;
};

/** The sweep as work that goes on by itself: a minute after a start, and every hour. */
export const sweepJob = (on: FileKeeping): Job => ({
	name: 'Sweep files',
	firstMs: 60_000,
	everyMs: HOUR_MS,
	run: async (signal) => {
		const { files, contents } = await sweepFiles(on, { signal });
		return `${files} files and ${contents} contents removed`;
	},
});
