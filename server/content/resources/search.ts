import { type RawBuilder, sql } from 'kysely';
import type { ResourceKey } from '#shared/contract/content/resources.ts';
import { nameKey } from '#shared/contract/platform/fields.ts';
import {
	buildSearchText,
	foldText,
	listPhrases,
	listTerms,
	NAME_END,
	splitWords,
	toCodeKey,
} from '#shared/search-key.ts';
import type { Db } from '../../platform/db/database.ts';
import { hasText } from '../../platform/db/engine.ts';
import { listParentKinds, parseList, tables, untyped } from './tables.ts';

interface SearchedRow {
	name: string;
	year?: number;
	series?: string | null;
}

/** Returns `name_key` and `search_text` of a row. The names of its parents are matched in their own rows. */
export const searchColumns = (row: Record<string, unknown>) => {
	const codes = parseList(row.codes);
	const { name, year = null, series = null } = row as unknown as SearchedRow;
	return {
		name_key: nameKey(name),
		search_text: buildSearchText(name, [year, series, ...codes, ...codes.map(toCodeKey)]),
	};
};

/**
 * Returns the condition that a row has what a query asks for (`listTerms`); undefined for a query without words. `hasWord`
 * is the condition that a word starts a word of the row.
 */
export const buildTermsMatch = (query: string, hasWord: (word: string) => RawBuilder<boolean>) => {
	const join = (conditions: RawBuilder<boolean>[], by: RawBuilder<unknown>) =>
		sql<boolean>`(${sql.join(conditions, by)})`;
	const terms = listTerms(query).map((alternatives) =>
		join(
			alternatives.map((words) => join(words.map(hasWord), sql` and `)),
			sql` or `,
		),
	);
	return terms.length > 0 ? join(terms, sql` and `) : undefined;
};

type References = Readonly<Record<string, ResourceKey>>;

/**
 * Returns the condition that each word of a query starts a word of a row, of one of its parents or of a referred item.
 */
export const buildMatch = (
	db: Db,
	key: ResourceKey,
	references: References,
	query: string,
): RawBuilder<boolean> => {
	const { table } = tables[key];
	const others = [
		...listParentKinds(key).map((each) => [tables[each].column, each] as const),
		...Object.entries(references),
	];
	const holdsWord = (from: string, word: string) =>
		word === 'and'
			? sql<boolean>`(${hasText(db, `${from}.search_text`, ' and')} or ${hasText(db, `${from}.name_key`, '&')})`
			: hasText(db, `${from}.search_text`, ` ${word}`);
	const matchesWord = (word: string) => {
		const conditions = [
			holdsWord(table, word),
			...others.map(([column, of]) => {
				const ids = untyped(db)
					.selectFrom(tables[of].table)
					.select('id')
					.where(holdsWord(tables[of].table, word));
				return sql<boolean>`${sql.ref(`${table}.${column}`)} in ${ids}`;
			}),
		];
		return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
	};
	const match = buildTermsMatch(query, matchesWord);
	if (match) return match;
	const signs = foldText(query);
	return signs === '' ? sql<boolean>`1 = 0` : hasText(db, `${table}.name_key`, signs);
};

/** Ranks of matches, best first. `exact` is an id, a code or a receipt. */
export const ranks = ['exact', 'equals', 'begins', 'word', 'contains'] as const;
export type Rank = (typeof ranks)[number];

/** Returns a query as names may have it: with `and`, and without it, as the words of a name with `&`. */
const listQueryPhrases = (query: string) => {
	const phrases = listPhrases(query.replaceAll('&', ' and '));
	const without = phrases.map((phrase) =>
		phrase
			.split(' ')
			.filter((word) => word !== 'and')
			.join(' '),
	);
	return [...new Set([...phrases, ...without])].filter((phrase) => phrase !== '');
};

/** Returns the rank of a search text for a query. Each spelling of the name ends with `NAME_END`. */
export const rankText = (text: string, query: string): Rank => {
	const phrases = listQueryPhrases(query);
	const has = (words: (phrase: string) => string) =>
		phrases.some(
			(phrase) => text.startsWith(words(phrase)) || text.includes(`${NAME_END}${words(phrase)}`),
		);
	if (has((phrase) => ` ${phrase} ${NAME_END}`)) return 'equals';
	if (has((phrase) => ` ${phrase}`)) return 'begins';
	return phrases.some((phrase) => text.includes(` ${phrase}`)) ? 'word' : 'contains';
};

/** Words with signs that search texts lack: `C++`, `C#`. */
const WITH_SIGNS = /[\p{L}\p{N}][+#]/u;

/** Returns whether a name has the query as typed, signs included, as an SQL expression; undefined without signs. */
const buildTypedRank = (db: Db, query: string) => {
	const typed = nameKey(query);
	if (!WITH_SIGNS.test(typed)) return undefined;
	return sql<number>`case when ${hasText(db, 'name_key', ` ${typed}`)}
		or substr(name_key, 1, ${typed.length}) = ${typed} then 0 else 1 end`;
};

/** Returns {@link rankText} as an SQL expression: the index of the rank. A whole code is `exact`. */
const rankColumn = (db: Db, query: string) => {
	const words = splitWords(query);
	const phrases = listQueryPhrases(query);
	const code = words.join('');
	const isCode = /\d/.test(code) && (words.length > 1 || code.length >= 6);
	const text = sql.ref('search_text');
	const some = (matches: (phrase: string) => RawBuilder<boolean>) =>
		sql<boolean>`(${sql.join(phrases.map(matches), sql` or `)})`;
	const starts = (words: string) =>
		sql<boolean>`(${text} like ${`${words}%`} or ${hasText(db, 'search_text', `${NAME_END}${words}`)})`;
	if (phrases.length === 0) return sql<number>`4`;
	return sql<number>`case
		when ${isCode ? hasText(db, 'search_text', ` ${code} `) : sql`1 = 0`} then 0
		when ${some((phrase) => starts(` ${phrase} ${NAME_END}`))} then 1
		when ${some((phrase) => starts(` ${phrase}`))} then 2
		when ${some((phrase) => hasText(db, 'search_text', ` ${phrase}`))} then 3
		else 4 end`;
};

interface RankedIds {
	ids: string[];
	best: Rank;
	total: number;
	/** Set where there are more than `total`. */
	more?: true;
}

/**
 * Lists the items of a kind that match a query, best rank first, then newest change first. Undefined if none matches.
 */
export const rankItems = async (
	db: Db,
	key: ResourceKey,
	references: References,
	query: string,
	{ most, counted }: { most: number; counted: number },
): Promise<RankedIds | undefined> => {
	const { table } = tables[key];
	const matching = untyped(db)
		.selectFrom(table)
		.where(buildMatch(db, key, references, query));
	const typed = buildTypedRank(db, query);
	const ranked = matching.select(['id', rankColumn(db, query).as('rank')]);
	const rows: { id: string; rank: number }[] = await (typed ? ranked.orderBy(typed) : ranked)
		.orderBy('rank')
		.orderBy('updated_at', 'desc')
		.orderBy('id', 'desc')
		.limit(most)
		.execute();
	const [first] = rows;
	if (!first) return undefined;
	const ids = rows.map(({ id }) => id);
	const best = ranks[first.rank] as Rank;
	if (rows.length < most) return { ids, best, total: rows.length };
	const { n } = await untyped(db)
		.selectFrom(
			matching
				.select('id')
				.limit(counted + 1)
				.as('counted'),
		)
		.select(sql<number>`count(*)`.as('n'))
		.executeTakeFirstOrThrow();
	const total = Number(n);
	return total > counted ? { ids, best, total: counted, more: true } : { ids, best, total };
};
