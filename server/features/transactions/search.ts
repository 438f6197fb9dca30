import { compactKey } from '#shared/payment-keys.ts';
import { masksLike, phoneBeginning, phonesIn, readPhone, withoutInvisible } from '#shared/phone.ts';
import { bare, receiptsIn } from '#shared/receipts.ts';
import { foldText } from '#shared/search-key.ts';

/** One way to match a text: all of these. */
export interface Alternative {
	/** Anywhere. */
	parts?: readonly string[];
	/** Beginnings of words. */
	words?: readonly string[];
	/** An amount in shillings, or, of four digits and more, anywhere. */
	numbers?: readonly string[];
	/** Whole shillings. */
	amount?: number;
}

/** What to look for: one of the alternatives, or, of fewer than three characters, a beginning. */
export interface SearchTerms {
	alternatives: Alternative[];
	beginnings: string[];
	/** What may be the whole of a receipt, phone or request id, which is then found alone. */
	wholes: string[];
}

const SHORTEST = 3;
/** Longer than a receipt in pieces, which may be an account reference as well. */
const SENTENCE = 20;
/** Longer than anything that is searched; a message without a receipt is. */
const LONGEST = 100;
const AMOUNT_MAX = 10_000_000;

const AMOUNT =
	/^(?<before>ksh\.?|kshs\.?|kes|shs?\.?)?\s*(?<digits>[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,7})(?:\.00?)?\s*(?<after>\/[=-]|ksh|kes|bob)?$/i;

/** The shillings that a text names, and whether it can be nothing else than an amount: `1,500`, `KSh 1500`, `1500/=`. */
const readAmount = (text: string) => {
	const { before, digits = '', after } = AMOUNT.exec(text)?.groups ?? {};
	const amount = Number(digits.replaceAll(',', ''));
	if (digits === '' || amount < 1 || amount > AMOUNT_MAX) return undefined;
	return { amount, isSure: before !== undefined || after !== undefined || digits.includes(',') };
};

/** Each word of a text in any order: names by their beginnings, codes anywhere, numbers as an amount too. */
const eachWord = (text: string): Alternative[] => {
	const words = [...new Set(foldText(text).split(/[\s./:,()-]+/))].filter((word) => word !== '');
	if (words.length < 2) return [];
	const isNumber = (word: string) => /^\d{1,9}$/.test(word);
	return [
		{
			parts: words.filter((word) => /\d/.test(word) && !isNumber(word)),
			words: words.filter((word) => !/\d/.test(word)),
			numbers: words.filter(isNumber),
		},
	];
};

/** Receipts in a text, in small letters; without one its phones, and the spellings of a masked number. */
const namedIn = (text: string, hasWords: boolean) => {
	const receipts = receiptsIn(text).map((receipt) => receipt.toLowerCase());
	const phones = hasWords ? phonesIn(text) : [readPhone(text) ?? phoneBeginning(text)];
	return [...receipts, ...(receipts.length > 0 ? [] : phones)].filter((term) => term !== undefined);
};

/** The ways to match a text that is not a message: as it stands, as a code, and each word of it. */
const waysOf = (text: string, hasWords: boolean) => ({
	parts: [foldText(text), ...(/\d/.test(text) ? [compactKey(text)] : [])],
	ways: hasWords ? eachWord(text) : [],
});

/**
 * Reads what a person typed or pasted: a receipt in any case, in pieces, or part of one; a phone in any
 * spelling, also in a sentence; a number as M-Pesa masks it (then in every way that it may have masked that
 * number); a request id, an account reference with any spaces, the names of a payer in any order; an amount; or a
 * whole message of M-Pesa, from which the receipts are taken. Nothing at all is undefined; no character is special.
 */
export const readSearch = (typed: string | undefined): SearchTerms | undefined => {
	const seen = withoutInvisible(typed ?? '');
	const text = bare(seen.normalize('NFC').trim()).replace(/[ \t\u00a0]+/g, ' ');
	if (text === '') return undefined;
	const plain = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
	const amount = readAmount(text);
	const asAmount: Alternative[] = amount ? [{ amount: amount.amount }] : [];
	if (amount?.isSure) return { alternatives: asAmount, beginnings: [], wholes: [] };
	const isMeant =
		text.length < SENTENCE || (text.length <= LONGEST && receiptsIn(text).length === 0);
	const hasWords = /[a-z]\S*\s|\s\S*[a-z]/i.test(text);
	const found = [...namedIn(text, hasWords), ...masksLike(plain)];
	const wholes = [...new Set([...found, ...(isMeant ? [plain] : [])])];
	if ([...text].length < SHORTEST)
		return { alternatives: asAmount, beginnings: wholes, wholes: [] };
	const { parts, ways } = isMeant ? waysOf(text, hasWords) : { parts: [], ways: [] };
	const terms = [...new Set([...found, ...parts])].filter((term) => term.length >= SHORTEST);
	return {
		// A line break divides the fields; nobody finds across it.
		alternatives: [
			...terms.filter((term) => !term.includes('\n')).map((term) => ({ parts: [term] })),
			...ways,
			...asAmount,
		],
		beginnings: [],
		wholes,
	};
};
