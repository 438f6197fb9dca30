import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import type { SearchAnswer } from '#shared/contract/content/search.ts';
import { NAME_MAX } from '#shared/contract/platform/fields.ts';
import { countEdits } from '#shared/edits.ts';
import { foldText } from '#shared/search-key.ts';
import type { Db } from '../../platform/db/database.ts';
import { ranks } from '../resources/search.ts';
import { hasName, tables, untyped } from '../resources/tables.ts';
import type { Found, Source } from './sources.ts';

/** Words of letters only: numbers and codes are never corrected. */
const WORD = /(?<![\p{L}\p{N}\p{M}])[\p{L}\p{M}]{3,}(?![\p{L}\p{N}\p{M}])/gu;
/** Words from this length on may differ by two edits. */
const TWO_EDITS_FROM = 8;
/** A query with more unknown words is not corrected. */
const UNKNOWN_MAX = 4;
/** Corrections that are tried. */
const CORRECTIONS_MAX = 4;

/** Returns every word of three or more letters in the names of content. */
const readNameWords = async (db: Db): Promise<ReadonlySet<string>> => {
	const words = new Set<string>();
	for (const key of Object.keys(resources) as ResourceKey[]) {
		if (!hasName(key)) continue;
		const rows: { search_text: string }[] = await untyped(db)
			.selectFrom(tables[key].table)
			.select('search_text')
			.execute();
		for (const { search_text } of rows)
			for (const word of search_text.match(WORD) ?? []) words.add(word);
	}
	return words;
};

/** Returns the words nearest to an unknown one, best first: fewest edits, then the same first letter. */
const findNearest = (word: string, known: ReadonlySet<string>): string[] => {
	const most = word.length >= TWO_EDITS_FROM ? 2 : 1;
	const near: { word: string; edits: number; begins: number }[] = [];
	for (const each of known) {
		const edits = countEdits(word, each, most);
		if (edits !== undefined) near.push({ word: each, edits, begins: each[0] === word[0] ? 0 : 1 });
	}
	near.sort((a, b) => a.edits - b.edits || a.begins - b.begins || (a.word < b.word ? -1 : 1));
	return near.map((each) => each.word);
};

/**
 * Returns corrected forms of a folded query, likeliest first; empty if a word has no similar word or all words are
 * known.
 */
const correctQuery = (text: string, known: ReadonlySet<string>): string[] => {
	const isKnown = (word: string) => known.values().some((each) => each.startsWith(word));
	const unknown = [...new Set(text.match(WORD))].filter((word) => !isKnown(word));
	if (unknown.length === 0 || unknown.length > UNKNOWN_MAX) return [];
	let choices: ReadonlyMap<string, string>[] = [new Map()];
	for (const word of unknown)
		choices = findNearest(word, known)
			.slice(0, CORRECTIONS_MAX)
			.flatMap((near) => choices.map((choice) => new Map([...choice, [word, near]])));
	return choices
		.slice(0, CORRECTIONS_MAX)
		.map((choice) => text.replace(WORD, (word) => choice.get(word) ?? word));
};

const findIn = async (db: Db, sources: readonly Source[], text: string) => {
	const groups: Found[] = [];
	for (const source of sources) {
		const group = await source.find(db, text);
		if (group) groups.push(group);
	}
	return groups;
};

const sortByRank = (found: readonly Found[]) =>
	found
		.toSorted((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank))
		.map(({ rank: _, ...group }) => group);

/** Searches kinds, best match first and texts of files last; searches again with corrected words if nothing matches. */
export const search = async (
	db: Db,
	sources: readonly Source[],
	text: string,
): Promise<SearchAnswer> => {
	const names = sources.filter(({ kind }) => kind !== 'text');
	const texts = sources.filter(({ kind }) => kind === 'text');
	const groups = [
		...sortByRank(await findIn(db, names, text)),
		...sortByRank(await findIn(db, texts, text)),
	];
	if (groups.length > 0) return { corrected: null, groups };
	if ([...text].length > NAME_MAX) return { corrected: null, groups: [] };
	for (const corrected of correctQuery(foldText(text), await readNameWords(db))) {
		const meant = await findIn(db, names, corrected);
		if (meant.length > 0) return { corrected, groups: sortByRank(meant) };
	}
	return { corrected: null, groups: [] };
};
