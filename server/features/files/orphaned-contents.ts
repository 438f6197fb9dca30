import { forgetInside } from '../insides/tables.ts';
import { contentLock, usedContents } from './store.ts';
import type { FileKeeping } from './upload.ts';

const BATCH = 200;
/** An upload that is under way has its content, but not yet its row. */
const YOUNG_MS = 60 * 60 * 1000;

/** Removes a content that no row has, with what was read in it; resolves to whether it did. */
export const removeContent = ({ database, files }: FileKeeping, sha256: string) =>
	database.holding(contentLock(sha256), async (write) => {
		if ((await usedContents(database.read, [sha256])).has(sha256)) return false;
		await files.remove(sha256);
		await write((trx) => forgetInside(trx, sha256));
		return true;
	});

/** Contents in the store that no row has and that are no row's picture, save the youngest, a batch at a time: uploads that did not end. */
export async function* orphanedContents({ database, files }: FileKeeping) {
	let batch: string[] = [];
	const orphans = async () => {
		const known = await usedContents(database.read, batch);
		return batch.filter((sha256) => !known.has(sha256));
	};
	const before = Date.now() - YOUNG_MS;
	for await (const { sha256, storedAt } of files.list()) {
		if (storedAt.getTime() < before) batch.push(sha256);
		if (batch.length < BATCH) continue;
		yield await orphans();
		batch = [];
	}
	if (batch.length > 0) yield await orphans();
}
