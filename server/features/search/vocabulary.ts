import { setImmediate as othersFirst } from 'node:timers/promises';
import { sql } from 'kysely';
import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import { nameIn } from '../../content/name-ranks.ts';
import { hasName, tables, untyped } from '../../content/tables.ts';
import type { Database } from '../../db/database.ts';
import { wordsIn } from './spelling.ts';

/** Rows read at once: some milliseconds, between which others have their turn. */
const SLICE = 2_000;
/** Servers' clocks differ, and a transaction may take a while: so far back is looked again. */
const OVERLAP_MS = 60_000;
/** After so long it is read anew, beside the one in use: words of what has gone are forgotten. */
const RENEWED_MS = 10 * 60_000;
/** More words would be names that somebody makes up. */
const WORDS_MAX = 50_000;

/** Where a walk through the names of a table stands, in the order of what changed last. */
interface Position {
	updated_at: string;
	name_key: string;
	id: string;
}

const EPOCH: Position = { updated_at: new Date(0).toISOString(), name_key: '', id: '' };

interface Vocabulary {
	words: Set<string>;
	places: Map<ResourceKey, Position>;
	madeAt: number;
}

/**
 * The words of all names, in memory: read once in slices, then only what changed since. No table of words has to be
 * kept right by every way in which a name can come and go; a word whose last name has gone finds nothing, which
 * whoever asks sees.
 */
export const openVocabulary = (database: Pick<Database, 'read'>, now: () => number = Date.now) => {
	const sliceAfter = (
		key: ResourceKey,
		{ updated_at, name_key, id }: Position,
	): Promise<Position[]> =>
		untyped(database.read)
			.selectFrom(tables[key].table)
			.select(['updated_at', 'name_key', 'id'])
			.where(sql`(updated_at, name_key, id) > (${updated_at}, ${name_key}, ${id})`)
			.orderBy('updated_at')
			.orderBy('name_key')
			.orderBy('id')
			.limit(SLICE)
			.execute();

	const walk = async ({ words, places }: Vocabulary, key: ResourceKey) => {
		const last = places.get(key) ?? EPOCH;
		const back = Math.max(0, Date.parse(last.updated_at) - OVERLAP_MS);
		let at: Position = { ...EPOCH, updated_at: new Date(back).toISOString() };
		for (let more = true; more; ) {
			const rows = await sliceAfter(key, at);
			const found = rows.flatMap(({ name_key }) => wordsIn(nameIn(name_key)));
			for (const word of found.slice(0, WORDS_MAX - words.size)) words.add(word);
			at = rows.at(-1) ?? at;
			more = rows.length === SLICE;
			if (more) await othersFirst();
		}
		if (at.id !== '') places.set(key, at);
	};

	const bringUpToDate = async (vocabulary: Vocabulary) => {
		for (const key of Object.keys(resources) as ResourceKey[])
			if (hasName(key)) await walk(vocabulary, key);
		return vocabulary;
	};
	const make = () => bringUpToDate({ words: new Set(), places: new Map(), madeAt: now() });

	let current: Vocabulary | undefined;
	let making: Promise<Vocabulary> | undefined;
	const renew = () => {
		making ??= make()
			.then((made) => {
				current = made;
				return made;
			})
			.finally(() => {
				making = undefined;
			});
		return making;
	};

	return {
		/** Begins to read it, where nobody has yet: who has begun to search may mistype next. */
		prepare: () => {
			// What fails is told to whoever asks for the words.
			if (!current) renew().catch(() => {});
		},
		/** Every word of at least three letters that stands in a name now, and perhaps some that did. */
		words: async (): Promise<ReadonlySet<string>> => {
			if (!current) return (await renew()).words;
			// What fails here is told to whoever asks next.
			if (now() - current.madeAt > RENEWED_MS) renew().catch(() => {});
			return (await bringUpToDate(current)).words;
		},
	};
};
