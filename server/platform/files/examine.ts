import { createHash } from 'node:crypto';
import { forEachConcurrently } from './for-each-concurrently.ts';
import type { FileStore } from './store.ts';

const examine = async (
	store: FileStore,
	sha256: string,
): Promise<'sound' | 'damaged' | 'missing'> => {
	const content = await store.open(sha256);
	if (!content) return 'missing';
	const hash = createHash('sha256');
	for await (const chunk of content) hash.update(chunk);
	return hash.digest('hex') === sha256 ? 'sound' : 'damaged';
};

/**
 * Copies every content that is missing or damaged in `to`, if the source still matches its hash. Can be stopped and run
 * again.
 */
export const copyContents = async (from: FileStore, to: FileStore) => {
	const done = { copied: 0, repaired: 0, bytes: 0, present: 0, damaged: [] as string[] };
	await forEachConcurrently(from.list(), async ({ sha256 }) => {
		const state = await examine(to, sha256);
		const content = state === 'sound' ? undefined : await from.open(sha256);
		if (state === 'sound') done.present++;
		// The content was deleted after the listing.
		if (!content) return;
		const staged = await to.receive(content, Number.MAX_SAFE_INTEGER);
		try {
			if (staged.sha256 !== sha256) return void done.damaged.push(sha256);
			// A store does not overwrite an existing name.
			if (state === 'damaged') await to.remove(sha256);
			if (state === 'damaged') done.repaired++;
			await staged.place();
			done.copied++;
			done.bytes += staged.size;
		} finally {
			await staged.discard();
		}
	});
	return done;
};

/** Reads every content of a store and compares it with its hash, and with the list of needed ones. */
export const examineAll = async (store: FileStore, needed: ReadonlySet<string>) => {
	const result = {
		sound: 0,
		bytes: 0,
		damaged: [] as string[],
		missing: [] as string[],
	};
	const seen = new Set<string>();
	await forEachConcurrently(store.list(), async ({ sha256, size }) => {
		const state = await examine(store, sha256);
		if (state === 'missing') return;
		seen.add(sha256);
		if (state === 'damaged') result.damaged.push(sha256);
		else {
			result.sound++;
			result.bytes += size;
		}
	});
	// Asks again for content that was added after the listing.
	for (const sha256 of needed)
		if (!seen.has(sha256) && !(await store.has(sha256))) result.missing.push(sha256);
	return result;
};
