import { NAMED, type SearchHit } from '#shared/contract/content/search.ts';
import type { Source } from '../../content/search/sources.ts';
import { findItemsWithText, type TextHit } from './store.ts';

/** Returns a search hit for a page of a past paper's or topic's file. */
const toTextHit = ({ item, url, page, snippet }: TextHit): SearchHit => ({
	id: item.id,
	kind: 'text',
	name: item.name,
	path: item.path,
	published: item.published,
	visible_from: item.visible_from,
	note: `Page ${page}`,
	paper: { kind: item.kind, id: item.id, name: item.name },
	url,
	page,
	snippet: snippet.text,
	marks: snippet.marks.map(([from, to]) => ({ from, to })),
});

/** Searches the text of the files of past papers and topics. */
export const textSource: Source = {
	kind: 'text',
	needs: 'content:read',
	find: async (db, text) => {
		const { hits, total, more } = await findItemsWithText(db, text, NAMED);
		if (hits.length === 0) return undefined;
		const count = more ? { total, more: true as const } : { total };
		return { kind: 'text', rank: 'contains', ...count, items: hits.map(toTextHit) };
	},
};
