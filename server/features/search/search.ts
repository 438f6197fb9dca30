import { setImmediate as othersFirst } from 'node:timers/promises';
import { folded, NAME_MAX } from '#shared/contract/fields.ts';
import type { SearchAnswer } from '#shared/contract/search.ts';
import { ranks } from '../../content/name-ranks.ts';
import type { Db } from '../../db/database.ts';
import type { Found, Reading, Source } from './sources.ts';
import { readings } from './spelling.ts';

/** More words than this are a sentence. */
const WORDS_MAX = 8;

const findIn = async (db: Db, sources: readonly Source[], reading: Reading) => {
	const asked: Promise<Found | undefined>[] = [];
	for (const source of sources) {
		const one = source.find(db, reading);
		// What fails is told by who waits for all of them.
		one.catch(() => {});
		asked.push(one);
		// SQLite answers at once, and whoever else asks something has waited for it; PostgreSQL looks for all beside.
		await othersFirst();
	}
	return (await Promise.all(asked)).filter((found) => found !== undefined);
};

/** The text as it stands; where that finds nothing, its words in any order. */
const findEither = async (db: Db, sources: readonly Source[], text: string) => {
	const found = await findIn(db, sources, { text });
	const words = [...new Set(folded(text).split(' '))];
	if (found.length > 0 || words.length < 2 || words.length > WORDS_MAX) return found;
	return findIn(db, sources, { text, words });
};

const inOrder = (found: readonly Found[]) =>
	found
		.toSorted((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank))
		.map(({ rank: _, ...group }) => group);

/**
 * What some kinds have of a text, the kind with the best fit first. Where none has anything, the words that stand
 * in no name are put right, and the answer says how it was read.
 */
export const search = async (
	db: Db,
	sources: readonly Source[],
	text: string,
	vocabulary: () => Promise<ReadonlySet<string>>,
): Promise<SearchAnswer> => {
	// A text that stands somewhere on a page says nothing of how a name is meant.
	const names = sources.filter(({ kind }) => kind !== 'text');
	const texts = await findIn(
		db,
		sources.filter(({ kind }) => kind === 'text'),
		{ text },
	);
	const found = [...inOrder(await findEither(db, names, text)), ...inOrder(texts)];
	if (found.length > 0) return { corrected: null, groups: found };
	if ([...text].length > NAME_MAX) return { corrected: null, groups: [] };
	for (const corrected of readings(folded(text), await vocabulary())) {
		const meant = await findEither(db, names, corrected);
		if (meant.length > 0) return { corrected, groups: inOrder(meant) };
	}
	return { corrected: null, groups: [] };
};
