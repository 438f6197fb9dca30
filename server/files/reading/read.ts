/** The text and facts of a file. */
export interface Readable {
	/** Undefined where its format does not say. */
	pages: number | undefined;
	/** `scan`: pictures of pages; `none`: neither text nor pictures of pages. */
	text: 'text' | 'scan' | 'none';
	texts: string[];
	cover: string;
}

/** A picture of a page: four bytes a point, red first. */
export interface Drawn {
	width: number;
	height: number;
	rgba: Uint8Array;
}

/** Why a file cannot be read. It is told to people, and will be the same at the next try. */
export class CannotRead extends Error {}

/** More pages, and more of a page, are not looked into. */
export const PAGES_MAX = 300;
const PAGE_CHARACTERS = 20_000;
const ALL_CHARACTERS = 1_000_000;

/** Controls, private signs and what is none: no database takes all of them, and nobody looks for any. */
const UNREADABLE = /(?!\n)[\p{Cc}\p{Co}\p{Cn}]/gu;

const composed = (text: string) =>
	text
		.slice(0, 4 * PAGE_CHARACTERS)
		.toWellFormed()
		.normalize('NFKC')
		.replace(/\u00ad|[\u200b-\u200f\u2060\ufeff]/g, '')
		.replace(UNREADABLE, ' ');

const COVER_PAGES = 2;
const COVER_CHARACTERS = 6_000;

/** Returns the text of the first pages, line by line. */
export const coverOf = (texts: readonly string[]) =>
	texts
		.slice(0, COVER_PAGES)
		.map((text) => composed(text).replace(/[^\S\n]+/g, ' '))
		.join('\n')
		.slice(0, COVER_CHARACTERS)
		.toWellFormed();

/** A page's text in one line, composed, without signs that nobody sees, and not too long. */
export const tidied = (text: string) =>
	composed(text).replace(/\s+/g, ' ').trim().slice(0, PAGE_CHARACTERS).toWellFormed();

/** The texts that are kept of a file. */
export const keptOf = (texts: Iterable<string>) => {
	const kept: string[] = [];
	let left = ALL_CHARACTERS;
	for (const text of texts) {
		if (kept.length === PAGES_MAX || left <= 0) break;
		kept.push(text.slice(0, left));
		left -= text.length;
	}
	return kept;
};

/** Returns the readable form of a document's texts, one for each page or part. */
export const documentOf = (raw: readonly string[], pages: number | undefined): Readable => {
	const texts = raw.map(tidied);
	return {
		pages,
		text: texts.some((text) => text !== '') ? 'text' : 'none',
		texts: keptOf(texts),
		cover: coverOf(raw),
	};
};
