import { NAME_MAX } from '#shared/contract/fields.ts';
import type { SearchAnswer } from '#shared/contract/search.ts';
import { foldText } from '#shared/search-key.ts';
import { ranks } from '../../content/search.ts';
import type { Db } from '../../db/database.ts';
import type { Found, Source } from './sources.ts';
import { correct, wordsInNames } from './spelling.ts';

const findIn = async (db: Db, sources: readonly Source[], text: string) => {
	const found: Found[] = [];
	for (const source of sources) {
		const group = await source.find(db, text);
		if (group) found.push(group);
	}
	return found;
};

const inOrder = (found: readonly Found[]) =>
	found
		.toSorted((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank))
		.map(({ rank: _, ...group }) => group);

/** Searches kinds, best match first and texts of files last; repeats the search with corrected words where nothing matches. */
export const search = async (
	db: Db,
	sources: readonly Source[],
	text: string,
): Promise<SearchAnswer> => {
	const names = sources.filter(({ kind }) => kind !== 'text');
	const texts = sources.filter(({ kind }) => kind === 'text');
	const found = [
		...inOrder(await findIn(db, names, text)),
		...inOrder(await findIn(db, texts, text)),
	];
	if (found.length > 0) return { corrected: null, groups: found };
	if ([...text].length > NAME_MAX) return { corrected: null, groups: [] };
	for (const corrected of correct(foldText(text), await wordsInNames(db))) {
		const meant = await findIn(db, names, corrected);
		if (meant.length > 0) return { corrected, groups: inOrder(meant) };
	}
	return { corrected: null, groups: [] };
};
