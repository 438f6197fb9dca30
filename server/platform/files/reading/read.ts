/** The text and facts of a file. */
export interface Readable {
	/** Undefined if the format does not contain it. */
	pages: number | undefined;
	/** `scan`: pictures of pages; `none`: neither text nor pictures of pages. */
	text: 'text' | 'scan' | 'none';
	texts: string[];
	cover: string;
}

/** A picture of a page: four bytes for each pixel, red first. */
export interface Drawn {
	width: number;
	height: number;
	rgba: Uint8Array;
}

/** The reason why a file cannot be read. The message is shown to people, and a retry gives the same result. */
export class CannotRead extends Error {}

/** Maximum number of pages that are read. */
export const PAGES_MAX = 300;
const PAGE_CHARACTERS = 20_000;
const ALL_CHARACTERS = 1_000_000;

/** Control, private-use and unassigned characters: some databases refuse them, and people do not search for them. */
const UNREADABLE = /(?!\n)[\p{Cc}\p{Co}\p{Cn}]/gu;

const composeText = (text: string) =>
	text
		.slice(0, 4 * PAGE_CHARACTERS)
		.toWellFormed()
		.normalize('NFKC')
		.replace(/\u00ad|[\u200b-\u200f\u2060\ufeff]/g, '')
		.replace(UNREADABLE, ' ');

/** The number of pages that facts are read from. */
export const COVER_PAGES = 2;
const COVER_CHARACTERS = 6_000;

/** Returns the text of the first pages, with line breaks. */
export const buildCoverText = (texts: readonly string[]) =>
	texts
		.slice(0, COVER_PAGES)
		.map((text) => composeText(text).replace(/[^\S\n]+/g, ' '))
		.join('\n')
		.slice(0, COVER_CHARACTERS)
		.toWellFormed();

/** Returns a page's text on one line, in NFKC, without invisible characters, and truncated. */
export const tidyText = (text: string) =>
	composeText(text).replace(/\s+/g, ' ').trim().slice(0, PAGE_CHARACTERS).toWellFormed();

/** Returns the texts of a file up to the limits. */
export const truncateTexts = (texts: Iterable<string>) => {
	const truncated: string[] = [];
	let left = ALL_CHARACTERS;
	for (const text of texts) {
		if (truncated.length === PAGES_MAX || left <= 0) break;
		truncated.push(text.slice(0, left));
		left -= text.length;
	}
	return truncated;
};

/** Returns the readable form of a document's texts, one for each page or part. */
export const toReadable = (raw: readonly string[], pages: number | undefined): Readable => {
	const texts = raw.map(tidyText);
	return {
		pages,
		text: texts.some((text) => text !== '') ? 'text' : 'none',
		texts: truncateTexts(texts),
		cover: buildCoverText(raw),
	};
};
