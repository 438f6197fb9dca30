import { type RawBuilder, sql } from 'kysely';
import { nameKey } from '#shared/contract/fields.ts';
import type { ResourceKey } from '#shared/contract/resources.ts';
import { codeKey, foldText, NAME_END, searchTextOf, wordsOf } from '#shared/search-key.ts';
import type { Db } from '../db/database.ts';
import { contains } from '../db/engine.ts';
import { parentKinds, parseList, tables, untyped } from './tables.ts';

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
		search_text: searchTextOf(name, [year, series, ...codes, ...codes.map(codeKey)]),
	};
};

type References = Readonly<Record<string, ResourceKey>>;

/**
 * Returns the condition that each word of a query starts a word of a row, of one of its parents or of a referred item.
 */
export const matchesQuery = (
	db: Db,
	key: ResourceKey,
	references: References,
	query: string,
): RawBuilder<boolean> => {
	const { table } = tables[key];
	const others = [
		...parentKinds(key).map((each) => [tables[each].column, each] as const),
		...Object.entries(references),
	];
	const matchesWord = (word: string) => {
		const conditions = [
			contains(db, `${table}.search_text`, ` ${word}`),
			...others.map(([column, of]) => {
				const ids = untyped(db)
					.selectFrom(tables[of].table)
					.select('id')
					.where(contains(db, 'search_text', ` ${word}`));
				return sql<boolean>`${sql.ref(`${table}.${column}`)} in ${ids}`;
			}),
		];
		return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
	};
	const words = [...new Set(wordsOf(query))];
	if (words.length > 0) return sql<boolean>`(${sql.join(words.map(matchesWord), sql` and `)})`;
	const signs = foldText(query);
	return signs === '' ? sql<boolean>`1 = 0` : contains(db, `${table}.name_key`, signs);
};

/** Ranks of matches, best first. `exact` is an id, a code or a receipt. */
export const ranks = ['exact', 'equals', 'begins', 'word', 'contains'] as const;
export type Rank = (typeof ranks)[number];

/** Returns the rank of a search text for a query. */
export const rankOf = (text: string, query: string): Rank => {
	const phrase = wordsOf(query).join(' ');
	if (text.startsWith(` ${phrase} ${NAME_END}`)) return 'equals';
	if (text.startsWith(` ${phrase}`)) return 'begins';
	return text.includes(` ${phrase}`) ? 'word' : 'contains';
};

/** Returns {@link rankOf} as an SQL expression: the index of the rank. A whole code is `exact`. */
const rankColumn = (db: Db, query: string) => {
	const words = wordsOf(query);
	const phrase = words.join(' ');
	const code = words.join('');
	const isCode = /\d/.test(code) && (words.length > 1 || code.length >= 6);
	const text = sql.ref('search_text');
	if (words.length === 0) return sql<number>`4`;
	return sql<number>`case
		when ${isCode ? contains(db, 'search_text', ` ${code} `) : sql`1 = 0`} then 0
		when ${text} like ${` ${phrase} ${NAME_END}%`} then 1
		when ${text} like ${` ${phrase}%`} then 2
		when ${contains(db, 'search_text', ` ${phrase}`)} then 3
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
		.where(matchesQuery(db, key, references, query));
	const rows: { id: string; rank: number }[] = await matching
		.select(['id', rankColumn(db, query).as('rank')])
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
