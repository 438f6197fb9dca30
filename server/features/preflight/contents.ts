import type { FileStore } from '../../files/store.ts';
import { type Thing, withAllUnder } from './catalogue.ts';

/** Contents never change, and are not taken away while something links to them: one that was there is there. */
const SURE_MS = 10 * 60_000;
/** So many are remembered. */
const MOST = 50_000;
/** So many are asked for at once, which a bucket takes some time to answer. */
const TOGETHER = 32;

/** Knows which contents are in the store, and asks for the same one only now and then. */
export const openContents = (files: FileStore) => {
	const seen = new Map<string, number>();
	const isLost = async (sha256: string) => {
		if ((seen.get(sha256) ?? 0) > Date.now() - SURE_MS) return false;
		// A store that does not answer has lost nothing yet.
		const isThere = await files.has(sha256).catch(() => undefined);
		if (seen.size >= MOST) seen.clear();
		if (isThere) seen.set(sha256, Date.now());
		return isThere === false;
	};

	/** Those contents of a thing, and of what lies under it, that are not in the store. */
	return async (thing: Thing): Promise<ReadonlySet<string>> => {
		const lost = new Set<string>();
		const left = new Set([...withAllUnder(thing)].flatMap(({ sha256 }) => sha256 ?? [])).values();
		const next = async () => {
			for (const sha256 of left) if (await isLost(sha256)) lost.add(sha256);
		};
		await Promise.all(Array.from({ length: TOGETHER }, next));
		return lost;
	};
};
