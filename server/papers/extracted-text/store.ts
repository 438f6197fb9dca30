import { sql } from 'kysely';
import { buildLink } from '../../content/files/store.ts';
import {
	findItemsWithLinks,
	listPlacedItems,
	type PlacedItem,
} from '../../content/resources/placed-items.ts';
import type { Db } from '../../platform/db/database.ts';
import { pickByEngine } from '../../platform/db/engine.ts';
import {
	buildPostgresMatch,
	buildSqliteMatch,
	cutSnippet,
	readQueryWords,
	type Snippet,
} from './query-words.ts';

const PAGES_MAX = 100;

interface Page {
	id: number;
	sha256: string;
	page: number;
	/** True if the page has the words next to each other: 0 or 1 on SQLite. */
	is_phrase: boolean | number;
}

const findPages = async (db: Db, queryWords: readonly string[]): Promise<Page[]> => {
	const query = pickByEngine(db, {
		// Newest first: with very many matches, people most likely want recent files.
		sqlite: () => {
			const ids = (match: string) => sql`select rowid as id from inside_pages_search
				where inside_pages_search match ${match} order by rowid desc limit ${PAGES_MAX}`;
			return sql<Page>`with found as materialized (${ids(buildSqliteMatch(queryWords, true))}),
				candidates as materialized (${ids(buildSqliteMatch(queryWords, false))})
				select id, sha256, page, id in (select id from found) as is_phrase from inside_pages
				where id in (select id from found union select id from candidates)
				order by is_phrase desc, id desc limit ${PAGES_MAX}`;
		},
		// The function's own comment says how it uses the index.
		postgres: () => sql<Page>`select id, sha256, page, beside as is_phrase
			from inside_pages_with(${buildPostgresMatch(queryWords, false)}, ${buildPostgresMatch(queryWords, true)}, ${PAGES_MAX})`,
	});
	return (await query.execute(db)).rows;
};

const pickFirstPages = (pages: readonly Page[]) => {
	const first = new Map<string, Page>();
	for (const page of pages.toSorted(
		(a, b) => Number(b.is_phrase) - Number(a.is_phrase) || a.page - b.page,
	))
		if (!first.has(page.sha256)) first.set(page.sha256, page);
	return first;
};

/** An item whose file contains the searched text. */
export interface TextHit {
	item: PlacedItem;
	url: string;
	page: number;
	snippet: Snippet;
}

const findHits = async (db: Db, pages: ReadonlyMap<string, Page>) => {
	if (pages.size === 0) return [];
	const files = await db
		.selectFrom('files')
		.selectAll()
		.where('sha256', 'in', [...pages.keys()])
		.execute();
	const byUrl = new Map(files.map((file) => [buildLink(file), pages.get(file.sha256) as Page]));
	const items = await findItemsWithLinks(db, [...byUrl.keys()]);
	return items
		.map((each) => ({ ...each, at: byUrl.get(each.url) as Page }))
		.sort(
			({ at: a }, { at: b }) =>
				Number(b.is_phrase) - Number(a.is_phrase) || Number(b.id) - Number(a.id),
		);
};

/** Finds items whose files contain a text: first with its words next to each other, then anywhere on a page. */
export const findItemsWithText = async (
	db: Db,
	text: string,
	most: number,
): Promise<{ hits: TextHit[]; total: number; more: boolean }> => {
	const queryWords = readQueryWords(text);
	if (queryWords.length === 0) return { hits: [], total: 0, more: false };
	const pages = await findPages(db, queryWords);
	const allHits = await findHits(db, pickFirstPages(pages));
	const shown = allHits.slice(0, most);
	if (shown.length === 0) return { hits: [], total: 0, more: false };
	const texts = await db
		.selectFrom('inside_pages')
		.select(['id', 'text'])
		.where(
			'id',
			'in',
			shown.map(({ at }) => at.id),
		)
		.execute();
	const items = new Map((await listPlacedItems(db, shown)).map((item) => [item.id, item]));
	return {
		hits: shown.flatMap(({ id: itemId, url, at }) => {
			const item = items.get(itemId);
			const page = texts.find(({ id }) => id === at.id);
			return item && page
				? [{ item, url, page: at.page, snippet: cutSnippet(page.text, queryWords) }]
				: [];
		}),
		total: allHits.length,
		more: pages.length === PAGES_MAX,
	};
};
