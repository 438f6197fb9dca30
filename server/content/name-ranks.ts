import { type RawBuilder, sql } from 'kysely';
import { nameKey } from '#shared/contract/fields.ts';
import type { Db } from '../db/database.ts';
import { byEngine, contains } from '../db/engine.ts';
import { hasTrigrams, phrase } from '../db/trigrams.ts';

/** How well a name fits a text, the best first. `exact` is no name: it is an id, or the like. */
export const ranks = ['exact', 'equals', 'begins', 'word', 'contains'] as const;
export type Rank = (typeof ranks)[number];

/** What may stand before the beginning of a word. */
const BEFORE_WORDS = [...' -/(&,.:;+_[–—‘’“”"', "'"];
/** Any of them, in a regular expression of PostgreSQL, where a hyphen stands for itself at the end. */
const ANY_SIGN = `[${BEFORE_WORDS.filter((sign) => sign !== '-').join('')}-]`;
/** Stands in a key before the name itself, where that has numbers (`nameKey`). */
const BEFORE_NAME = '\u0001';
/** After every key that begins with the same. */
const LAST = '\u{10ffff}';

/** One way in which names can fit. */
export interface Fit {
	rank: Rank;
	/** As a condition by which an index finds them, if one can. */
	found: RawBuilder<boolean>;
	/** The same for a walk in another order, from which SQLite would otherwise be kept by an index of names. */
	met: RawBuilder<boolean>;
	/** As a question to SQLite's index of trigrams. */
	match?: string | undefined;
	/** What fits besides, as a condition that the index of names answers. */
	besides?: RawBuilder<boolean>;
	/** Everything that answers that question fits. */
	whole?: boolean;
}

/** What names are asked for: all that fit, and the ways in which they do, the best first. */
export interface AskedNames {
	all: Fit;
	better: readonly Fit[];
	/** How a name fits, which is one of `all`, by its key. */
	rankOf: (key: string) => Rank;
}

const either = (some: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(some, sql` or `)})`;
const every = (some: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(some, sql` and `)})`;

const containing = (db: Db, text: string): Fit => {
	const has = contains(db, 'name_key', text);
	const match = hasTrigrams(text) ? phrase(text) : undefined;
	return { rank: 'contains', found: has, met: has, match, whole: true };
};

/** A name with a number has it written otherwise at the beginning of its key, and then stands behind a sign. */
const beginning = (db: Db, text: string): Fit => {
	if (nameKey(text) !== text) return { ...containing(db, BEFORE_NAME + text), rank: 'begins' };
	const range = (column: RawBuilder<unknown>) =>
		sql<boolean>`(${column} >= ${text} and ${column} < ${text + LAST})`;
	const name = sql.ref('name_key');
	const beside = byEngine(db, { sqlite: () => sql`+${name}`, postgres: () => name });
	return { rank: 'begins', found: range(name), met: range(beside) };
};

const equalling = (db: Db, text: string): Fit => {
	const name = sql.ref('name_key');
	const beside = byEngine(db, { sqlite: () => sql`+${name}`, postgres: () => name });
	const key = nameKey(text);
	return {
		rank: 'equals',
		found: sql<boolean>`${name} = ${key}`,
		met: sql<boolean>`${beside} = ${key}`,
	};
};

const wordBeginning = (db: Db, text: string): Fit => {
	const begun = BEFORE_WORDS.map((sign) => sign + text);
	const has = byEngine(db, {
		sqlite: () => either(begun.map((each) => contains(db, 'name_key', each))),
		// Twenty patterns would be tried on every row; here the index answers the first half.
		postgres: () => {
			const word = text.replace(/[^\p{L}\p{M}\p{N} ]/gu, '\\$&');
			const begins = sql<boolean>`${sql.ref('name_key')} ~ ${ANY_SIGN + word}`;
			return every([contains(db, 'name_key', text), begins]);
		},
	});
	return { rank: 'word', found: has, met: has, match: begun.map(phrase).join(' OR '), whole: true };
};

/** Names of which a word begins with a text too short for trigrams: behind a sign it has one. */
const begun = (db: Db, text: string): Fit => {
	const [name, word] = [beginning(db, text), wordBeginning(db, text)];
	return {
		rank: 'word',
		whole: true,
		...(name.match
			? { match: `${name.match} OR ${word.match}` }
			: { match: word.match, besides: name.found }),
		found: either([name.found, word.found]),
		met: either([name.met, word.met]),
	};
};

/** The folded name that a key was made of. */
export const nameIn = (key: string) => key.slice(key.indexOf(BEFORE_NAME) + 1);

/** How a folded name fits a folded text that it contains. */
export const rankOf = (name: string, text: string): Rank => {
	if (name === text) return 'equals';
	if (name.startsWith(text)) return 'begins';
	return BEFORE_WORDS.some((sign) => name.includes(sign + text)) ? 'word' : 'contains';
};

/** Names that contain a folded text; of two characters, those of which a word begins with it. */
export const namesWith = (db: Db, text: string): AskedNames => ({
	all: hasTrigrams(text) ? containing(db, text) : begun(db, text),
	better: [equalling(db, text), beginning(db, text), wordBeginning(db, text)],
	rankOf: (key) => rankOf(nameIn(key), text),
});

/** Names that contain every one of some folded words, in any order. */
export const namesWithAll = (db: Db, words: readonly string[]): AskedNames => {
	const has = every(words.map((word) => contains(db, 'name_key', word)));
	const long = words.filter(hasTrigrams);
	return {
		all: {
			rank: 'contains',
			found: has,
			met: has,
			whole: long.length === words.length,
			match: long.length > 0 ? long.map(phrase).join(' AND ') : undefined,
		},
		better: [],
		rankOf: () => 'contains',
	};
};
