import { masksLike, readPhone } from '#shared/phone.ts';

/** What to look for: text anywhere, or, of fewer than three characters, at the beginning. */
export interface SearchTerms {
	terms: string[];
	beginnings: string[];
}

const SHORTEST = 3;

/** A receipt within a sentence: the first ten capitals and digits that are not all of one kind. */
const receiptIn = (text: string) =>
	text
		.split(/[^A-Za-z0-9]+/)
		.find((word) => /^[A-Z][A-Z0-9]{9}$/i.test(word) && /\d/.test(word) && !/[a-z]/.test(word));

/** The beginning of a phone, as someone writes it, as it is kept: `0712` is `254712`. */
const phoneBeginning = (text: string) => {
	if (!/^[+\d\s()-]+$/.test(text)) return undefined;
	const digits = text.replace(/\D/g, '');
	if (/^0[17]\d{0,8}$/.test(digits)) return `254${digits.slice(1)}`;
	return digits === text || !/^(254)?[17]\d{0,8}$/.test(digits) ? undefined : digits;
};

/**
 * Reads what a person typed or pasted: a receipt in any case or part of one, a phone in any
 * spelling, a number as M-Pesa masks it (then in every way that it may have masked that number), a request
 * id, or a whole M-Pesa message, from which the receipt is taken. Nothing at all is undefined; no character
 * is special.
 */
export const readSearch = (typed: string | undefined): SearchTerms | undefined => {
	const text = (typed ?? '').normalize('NFC').trim();
	if (text === '') return undefined;
	const receipt = /\s/.test(text) ? receiptIn(text) : undefined;
	if (receipt) return { terms: [receipt.toLowerCase()], beginnings: [] };
	const ascii = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
	// A line break divides the fields of the index; nobody finds across it.
	const all = [ascii, readPhone(text) ?? phoneBeginning(text), ...masksLike(ascii)].filter(
		(term): term is string => term !== undefined && !/[\n\0]/.test(term),
	);
	const unique = [...new Set(all)];
	if ([...text].length < SHORTEST) return { terms: [], beginnings: unique };
	// Of `7 1` the phone's beginning is two digits: too short to be looked for anywhere.
	return { terms: unique.filter((term) => term.length >= SHORTEST), beginnings: [] };
};
