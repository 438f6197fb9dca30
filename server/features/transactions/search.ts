import { masksLike, phoneBeginning, phonesIn, readPhone, withoutInvisible } from '#shared/phone.ts';
import { bare, receiptsIn } from '#shared/receipts.ts';

/** What to look for: text anywhere, or, of fewer than three characters, at the beginning. */
export interface SearchTerms {
	terms: string[];
	beginnings: string[];
}

const SHORTEST = 3;
/** Longer than a receipt in pieces, which may be an account reference as well. */
const SENTENCE = 20;
/** Longer than anything that is searched; a message without a receipt is. */
const LONGEST = 100;

/**
 * Reads what a person typed or pasted: a receipt in any case, in pieces, or part of one; a phone in any
 * spelling, also in a sentence; a number as M-Pesa masks it (then in every way that it may have masked that
 * number); a request id, an account reference, a payer's name; or a whole message of M-Pesa, from which the
 * receipts are taken. Nothing at all is undefined; no character is special.
 */
export const readSearch = (typed: string | undefined): SearchTerms | undefined => {
	const seen = withoutInvisible(typed ?? '');
	const text = bare(seen.normalize('NFC').trim()).replace(/[ \t\u00a0]+/g, ' ');
	if (text === '') return undefined;
	const receipts = receiptsIn(text);
	const ascii = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
	const isMeant = text.length < SENTENCE || (receipts.length === 0 && text.length <= LONGEST);
	const phones = /[a-z]\S*\s|\s\S*[a-z]/i.test(text)
		? phonesIn(text)
		: [readPhone(text) ?? phoneBeginning(text)];
	const all = [
		...receipts.map((receipt) => receipt.toLowerCase()),
		...(isMeant ? [ascii] : []),
		...(receipts.length > 0 ? [] : phones),
		...masksLike(ascii),
		// A line break divides the fields of the index; nobody finds across it.
	].filter((term): term is string => term !== undefined && !/[\n\0]/.test(term));
	const unique = [...new Set(all)];
	if ([...text].length < SHORTEST) return { terms: [], beginnings: unique };
	// Of `7 1` the phone's beginning is two digits: too short to be looked for anywhere.
	return { terms: unique.filter((term) => term.length >= SHORTEST), beginnings: [] };
};
