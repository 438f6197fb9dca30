import { sql } from 'kysely';
import { itemsWithLinks, type PlacedItem, placed } from '../../../content/placed-items.ts';
import type { Db } from '../../../db/database.ts';
import { byEngine } from '../../../db/engine.ts';
import { linkOf } from '../../files/store.ts';
import { askedWords, postgresMatch, type Snippet, snippetOf, sqliteMatch } from './words.ts';

/** So many pages are looked at; what more there are is not counted. */
const PAGES_MAX = 100;

interface Page {
	id: number;
	sha256: string;
	page: number;
}

const pagesWith = async (
	db: Db,
	words: readonly string[],
	sideBySide: boolean,
): Promise<Page[]> => {
	const found = byEngine(db, {
		// What came last first: of very many, these are what people work on.
		sqlite: () => sql<Page>`select id, sha256, page from inside_pages where id in (
			select rowid from inside_pages_search
			where inside_pages_search match ${sqliteMatch(words, sideBySide)}
			order by rowid desc limit ${PAGES_MAX})`,
		// Goes by the index, as that function says why.
		postgres: () => sql<Page>`select id, sha256, page
			from inside_pages_with(${postgresMatch(words, false)}, ${postgresMatch(words, sideBySide)}, ${PAGES_MAX})`,
	});
	return (await found.execute(db)).rows;
};

/** The first page of each content. */
const firstPages = (pages: readonly Page[]) => {
	const first = new Map<string, Page>();
	for (const page of pages) {
		const known = first.get(page.sha256);
		if (!known || page.page < known.page) first.set(page.sha256, page);
	}
	return first;
};

/** An item whose file has a text. */
export interface TextHit {
	item: PlacedItem;
	url: string;
	/** From 1. */
	page: number;
	snippet: Snippet;
}

const hitsOn = async (db: Db, pages: ReadonlyMap<string, Page>) => {
	if (pages.size === 0) return [];
	const files = await db
		.selectFrom('files')
		.selectAll()
		.where('sha256', 'in', [...pages.keys()])
		.execute();
	const byUrl = new Map(files.map((file) => [linkOf(file), pages.get(file.sha256) as Page]));
	const found = await itemsWithLinks(db, [...byUrl.keys()]);
	return found
		.map((each) => ({ ...each, at: byUrl.get(each.url) as Page }))
		.sort((a, b) => Number(b.at.id) - Number(a.at.id));
};

/**
 * Items, not in the trash, in whose files a text stands: first where its words stand side by side on a page, then
 * where all of them stand on one. `total` is of as many as were looked at; `more` says that there are others.
 */
export const itemsWithText = async (
	db: Db,
	text: string,
	most: number,
): Promise<{ hits: TextHit[]; total: number; more: boolean }> => {
	const words = askedWords(text);
	if (words.length === 0) return { hits: [], total: 0, more: false };
	let pages = await pagesWith(db, words, true);
	let found = await hitsOn(db, firstPages(pages));
	if (found.length < most && pages.length < PAGES_MAX && words.length > 1) {
		const apart = await pagesWith(db, words, false);
		const others = firstPages(apart);
		for (const { sha256 } of pages) others.delete(sha256);
		found = [...found, ...(await hitsOn(db, others))];
		pages = apart;
	}
	const shown = found.slice(0, most);
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
	const items = new Map((await placed(db, shown)).map((item) => [item.id, item]));
	return {
		hits: shown.flatMap(({ id: itemId, url, at }) => {
			const item = items.get(itemId);
			const page = texts.find(({ id }) => id === at.id);
			return item && page
				? [{ item, url, page: at.page, snippet: snippetOf(page.text, words) }]
				: [];
		}),
		total: found.length,
		more: pages.length === PAGES_MAX,
	};
};
