import { createHash } from 'node:crypto';
import { fewAtATime } from '../few-at-a-time.ts';
import type { FileStore } from './store.ts';

/** What a store holds under a hash: that content, something else, or nothing. */
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

/** What a copy came to, in contents and bytes; `damaged` names those that are not what they were. */
export interface Copied {
	copied: number;
	/** Of the copied, those that were there and not what they ought to be. */
	repaired: number;
	bytes: number;
	present: number;
	damaged: string[];
}

/**
 * Copies every content that `to` lacks or has damaged, and only what still has the hash that it is kept
 * under. Reads all that is there to find out. May be ended at any point and run again. Rejects as the
 * stores do.
 */
export const copyContents = async (from: FileStore, to: FileStore): Promise<Copied> => {
	const done: Copied = { copied: 0, repaired: 0, bytes: 0, present: 0, damaged: [] };
	await fewAtATime(from.list(), async ({ sha256 }) => {
		const state = await examine(to, sha256);
		if (state === 'sound') {
			done.present++;
			return;
		}
		const content = await from.open(sha256);
		// Swept since it was listed.
		if (!content) return;
		const staged = await to.receive(content, Number.MAX_SAFE_INTEGER);
		try {
			if (staged.sha256 !== sha256) {
				done.damaged.push(sha256);
				return;
			}
			// A store takes nothing in the place of what has the same name and size.
			if (state === 'damaged') {
				await to.remove(sha256);
				done.repaired++;
			}
			await staged.place();
			done.copied++;
			done.bytes += staged.size;
		} finally {
			await staged.discard();
		}
	});
	return done;
};

/** The contents of a store beside those that ought to be there. */
export interface Examined {
	sound: number;
	bytes: number;
	damaged: string[];
	missing: string[];
	/** Those that were not asked for. */
	others: string[];
}

/** Reads every content of a store and compares it with its hash, and with the list of what is needed. */
export const examineAll = async (
	store: FileStore,
	needed: ReadonlySet<string>,
): Promise<Examined> => {
	const found: Examined = { sound: 0, bytes: 0, damaged: [], missing: [], others: [] };
	const seen = new Set<string>();
	await fewAtATime(store.list(), async ({ sha256, size }) => {
		const state = await examine(store, sha256);
		if (state === 'missing') return;
		seen.add(sha256);
		if (!needed.has(sha256)) found.others.push(sha256);
		if (state === 'damaged') found.damaged.push(sha256);
		else {
			found.sound++;
			found.bytes += size;
		}
	});
	// What came after the store was listed is there all the same.
	for (const sha256 of needed)
		if (!seen.has(sha256) && !(await store.has(sha256))) found.missing.push(sha256);
	return found;
};
