import { TransferError } from '../../db/dump.ts';
import { fill, type Place, requireNothing } from '../../db/transfer.ts';
import { fewAtATime } from '../../few-at-a-time.ts';
import type { FileStore } from '../../files/store.ts';
import type { Archive } from './archive-reader.ts';

/** What a restore came to. */
export interface Restored {
	rows: number;
	files: number;
	/** Contents that the store had already. */
	present: number;
}

/** Puts every content of an archive into the store that is not there yet. */
const placeContents = async (archive: Archive, store: FileStore) => {
	const done = { files: 0, present: 0 };
	await fewAtATime(archive.contents(), async ({ sha256, stream }) => {
		if (await store.has(sha256)) {
			done.present++;
			return;
		}
		const staged = await store.receive(stream(), Number.MAX_SAFE_INTEGER);
		try {
			if (staged.sha256 !== sha256) throw new TransferError(`The file ${sha256} is damaged.`);
			await staged.place();
			done.files++;
		} finally {
			await staged.discard();
		}
	});
	return done;
};

/**
 * Restores an archive into an empty database, on either engine, and its files into a store: first the
 * files, so that no row ever points to nothing, then all rows at once. A failure or a crash leaves the
 * database empty, and the restore can be run again. Fails with `TransferError` where the database is not
 * empty or the archive belongs to a newer program.
 */
export const restore = async (
	archive: Archive,
	place: Place,
	store: FileStore,
): Promise<Restored> => {
	await requireNothing(place);
	const files = await placeContents(archive, store);
	const loaded = await fill(place, archive.source);
	return { rows: [...loaded.values()].reduce((all, { rows }) => all + rows, 0), ...files };
};
