import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import type { FileStore, StoreState } from '../../files/store.ts';

/** Who asks does not wait for a dead store for longer, nor is it asked more often. */
const WAIT_MS = 2_000;
const KEPT_MS = 1_000;
const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

/** The store of files; `lost` where it works but lacks what it ought to hold. */
export type FilesState = StoreState | 'lost';

/** How the storage fares, for whoever asks. */
export interface Health {
	files: () => Promise<FilesState>;
	/** What is wrong with the database itself, as far as it was looked at. */
	damage: () => string | undefined;
}

const lacksContent = async ({ read }: Database, files: FileStore) => {
	const any = () => read.selectFrom('files').select('sha256').limit(1).executeTakeFirst();
	const known = await any();
	if (!known || (await files.has(known.sha256))) return false;
	// It may have been removed meanwhile, with its row.
	return (await any())?.sha256 === known.sha256;
};

const look = async (database: Database, files: FileStore): Promise<FilesState> => {
	const state = await files.state();
	if (state !== 'ok') return state;
	return (await lacksContent(database, files)) ? 'lost' : 'ok';
};

const within = (asked: Promise<FilesState>) =>
	Promise.race([
		asked.catch(() => 'away' as const),
		setTimeout(WAIT_MS, 'away' as const, { ref: false }),
	]);

/**
 * Watches the storage of an app. `watch` has the pages of the database looked through, at once and every
 * week, beside everything else, and tells of what is found; resolves to the function that ends it.
 */
export const openHealth = (database: Database, files: FileStore) => {
	let asked: { at: number; state: Promise<FilesState> } | undefined;
	let damage: string | undefined;
	const health: Health = {
		files: () => {
			if (!asked || performance.now() - asked.at > KEPT_MS)
				asked = { at: performance.now(), state: within(look(database, files)) };
			return asked.state;
		},
		damage: () => damage,
	};
	const watch = (onDamage: (what: string) => void) => {
		const check = async () => {
			damage = await database.damage();
			if (damage !== undefined) onDamage(damage);
		};
		// A check that cannot be made, because the server ends, finds nothing.
		const turn = () => void check().catch(() => {});
		turn();
		const timer = setInterval(turn, WEEK_MS).unref();
		return () => clearInterval(timer);
	};
	return { health, watch };
};
