import { type RawBuilder, sql } from 'kysely';
import { MONTHS, parseDay, SWAHILI_MONTHS, toDayNumber, toYear } from '#shared/east-africa-time.ts';
import { toCompactKey } from '#shared/payment-keys.ts';
import {
	findPhones,
	isMasked,
	parsePhoneBeginning,
	readPhone,
	removeInvisible,
} from '#shared/phone.ts';
import { findReceipts, stripQuotes } from '#shared/receipts.ts';
import { foldText } from '#shared/search-key.ts';
import type { Db } from '../../platform/db/database.ts';
import { hasText } from '../../platform/db/engine.ts';
import { isBookedWithin } from './figures.ts';
import { isOfPhone } from './similar-phones.ts';

/** A way to match a text: all of these conditions must be true. */
export interface Alternative {
	/** Texts that the search key contains. */
	parts?: readonly string[];
	/** Prefixes of words in the search key. */
	words?: readonly string[];
	/** Amounts in shillings, or, with four digits and more, texts that the search key contains. */
	numbers?: readonly string[];
	/** Whole shillings. */
	amount?: number;
	/** A masked phone, which matches in every spelling of M-Pesa. */
	mask?: string;
	/** The day of the payment. */
	day?: number;
}

/** Shorter parts of a text are not looked for alone. */
const PART_MIN = 3;
/** A text of this length or more is a sentence, not a receipt with separators or an account reference. */
const SENTENCE = 20;
/** Longer than any searchable field. */
const TEXT_MAX = 100;
const AMOUNT_MAX = 10_000_000;

const AMOUNT =
	/^(?<before>ksh\.?|kshs\.?|kes|shs?\.?)?\s*(?<digits>[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,7})(?:\.00?)?\s*(?<after>\/[=-]|ksh|kes|bob)?$/i;

/** Reads an amount in shillings, and whether the text can only be an amount: `1,500`, `KSh 1500`, `1500/=`. */
const readAmount = (text: string) => {
	const { before, digits = '', after } = AMOUNT.exec(text)?.groups ?? {};
	const amount = Number(digits.replaceAll(',', ''));
	if (digits === '' || amount < 1 || amount > AMOUNT_MAX) return undefined;
	return { amount, isSure: before !== undefined || after !== undefined || digits.includes(',') };
};

/** Writes the amounts of a sentence as numbers alone: `KSh 2,300`, `2300/=` and `2,300.00` become `2300`. */
const simplifyAmounts = (text: string) =>
	text
		.replace(/\b\d{1,3}(?:,\d{3})+\b/g, (number) => number.replaceAll(',', ''))
		.replace(/(?<!\p{L})(?:kshs?|kes|shs?)\.?\s*(?=\d)/giu, '')
		.replace(/(?<![\d.])(\d+)(?:\.00?)?\s*(?:\/[=-]|(?:ksh|kes|bob)(?!\p{L}))/giu, '$1')
		.replace(/(?<![\d.])(\d+)\.00?(?![\d.])/g, '$1');

/** Matches each word of a text in any order: names by prefix, codes anywhere, numbers also as an amount. */
const matchEachWord = (text: string): Alternative[] => {
	const words = [...new Set(foldText(simplifyAmounts(text)).split(/[\s./:,()-]+/))].filter(
		(word) => word !== '',
	);
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

/** Returns the receipts in a text, in lower case; without one its phones. */
const readReceiptsOrPhones = (text: string, hasWords: boolean) => {
	const receipts = findReceipts(text).map((receipt) => receipt.toLowerCase());
	if (receipts.length > 0) return receipts;
	const phones = hasWords ? findPhones(text) : [readPhone(text) ?? parsePhoneBeginning(text)];
	return phones.filter((phone) => phone !== undefined);
};

/** Dates as messages and people write them: `on 28/11/26`, `28-11-2026`, `2026-11-28`, `28 Nov`, `Nov 28, 2026`. */
const DATES = [
	/(?<![\d/.-])(?<day>\d{1,2})(?<sign>[/.-])(?<month>\d{1,2})\k<sign>(?:20)?(?<year>\d\d)(?![\d/])/,
	/(?<!\S)20(?<year>\d\d)-(?<month>\d\d)-(?<day>\d\d)(?!\S)/,
	/(?<!\S)(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-](?<name>[a-z]{3,9})\.?(?:,?[\s-](?:20)?(?<year>\d\d))?(?!\w)/i,
	/(?<!\S)(?<name>[a-z]{3,9})\.?\s(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,?\s(?:20)?(?<year>\d\d))?(?!\w)/i,
].map(({ source, flags }) => new RegExp(`(?:\\b(?:on|tarehe)\\s+)?${source}`, flags));

/** Returns the number of a month by its name, or the beginning of it, in English or Swahili. */
const readMonth = (name: string) =>
	1 +
	[...Array(12).keys()].findIndex((n) =>
		[MONTHS[n], SWAHILI_MONTHS[n]].some((month) =>
			month?.toLowerCase().startsWith(name.toLowerCase()),
		),
	);

/** Finds a date in a text, and its day; without a year the last such day. */
const findDate = (text: string, now: number) => {
	for (const pattern of DATES) {
		const { 0: found, groups: { year, month, name = '', day = '' } = {} } =
			pattern.exec(text) ?? {};
		if (found === undefined) continue;
		const ending = `-${(month ?? String(readMonth(name))).padStart(2, '0')}-${day.padStart(2, '0')}`;
		const thisYear = toYear(new Date(now));
		const days = (year ? [`20${year}`] : [thisYear, thisYear - 1]).map((each) =>
			parseDay(`${each}${ending}`),
		);
		const number = days.find((each) => each && (year || each <= toDayNumber(now)));
		if (number) return { found, day: number };
	}
	return undefined;
};

/** Matches a text with a date, such as `3,000 on 28/11/26`: the rest of the text, on that day. */
const matchDay = (text: string, now: number): Alternative[] => {
	const { found, day } = findDate(text, now) ?? {};
	if (found === undefined || day === undefined) return [];
	const rest = readSearch(text.replace(found, ' '), now) ?? [{}];
	return rest.map((alternative) => ({ ...alternative, day }));
};

/** Returns the keys of a code: as typed, and with digits for the letters O, I and L next to digits. */
const listCodeKeys = (text: string) => {
	if (!/\d/.test(text)) return [];
	const key = toCompactKey(text);
	const digits = key.replace(/(?<=\d)[oil]+|[oil]+(?=\d)/g, (letters) =>
		letters.replaceAll('o', '0').replace(/[il]/g, '1'),
	);
	return [key, digits];
};

/**
 * Reads what a person typed or pasted, as alternative ways to match it: a receipt in any case, with separators, or a part
 * of one; a phone in any spelling, also in a sentence; a masked number in every spelling of M-Pesa; a request id; an
 * account reference with any spaces; names in any order; an amount; any of these with a date; or a whole M-Pesa message, by its receipts. Returns
 * undefined for a text without content.
 */
export const readSearch = (typed: string | undefined, now: number): Alternative[] | undefined => {
	const seen = removeInvisible(typed ?? '');
	const text = stripQuotes(seen.normalize('NFC').trim()).replace(/[ \t\u00a0]+/g, ' ');
	if (text === '') return undefined;
	const amount = readAmount(text);
	const asAmount = amount ? [{ amount: amount.amount }] : [];
	if (amount?.isSure) return asAmount;
	const hasWords = /[a-z]\S*\s|\s\S*[a-z]/i.test(text);
	const named = readReceiptsOrPhones(text, hasWords);
	const isOneField =
		text.length < SENTENCE || (text.length <= TEXT_MAX && findReceipts(text).length === 0);
	const own = isOneField ? [foldText(text), ...listCodeKeys(text)] : [];
	const shortest = Math.min(PART_MIN, text.length);
	return [
		// A line break separates the fields of a search key, so no text with one can match.
		...[...new Set([...named, ...own])]
			.filter((term) => term.length >= shortest && !term.includes('\n'))
			.map((term) => ({ parts: [term] })),
		...(isOneField && hasWords ? matchEachWord(text) : []),
		...(isOneField ? matchDay(text, now) : []),
		...(isMasked(text) ? [{ mask: text }] : []),
		...asAmount,
	];
};

/** A phone as it is shown masked: `0712 ••• 678`. */
const SHOWN_PHONE = /^0([17]\d\d) ••• (\d{3})$/;

/**
 * True if one of `payments` matches an alternative. With `hides`, only the visible digits of phones match, or a whole
 * phone.
 */
export const buildSearchMatch = async (
	db: Db,
	alternatives: readonly Alternative[],
	hides: boolean,
) => {
	const anyOf = (conditions: RawBuilder<boolean>[]) =>
		sql<boolean>`(${sql.join([sql`1 = 0`, ...conditions], sql` or `)})`;
	const has = (term: string, prefix = '') => {
		const [, head, tail] = SHOWN_PHONE.exec(term) ?? [];
		if (head) return sql<boolean>`payments.phone like ${`254${head}___${tail}`}`;
		const inAll = hasText(db, 'payments.search_key', prefix + term);
		if (!hides || readPhone(term) !== undefined || /^[0-9a-f]{64}$/.test(term)) return inAll;
		const id = term.replace(/^ws_co_/, 'ws_CO_');
		const inShown = hasText(db, 'payments.search_shown', prefix + term);
		return id === term ? inShown : anyOf([inShown, sql`payments.checkout_request_id = ${id}`]);
	};
	const costs = (shillings: number) => sql<boolean>`payments.amount = ${shillings}`;
	const buildMatches = async ({
		parts = [],
		words = [],
		numbers = [],
		amount,
		mask,
		day,
	}: Alternative) => [
		...parts.map((term) => has(term)),
		...words.map((word) => has(word, ' ')),
		...numbers.map((number) =>
			anyOf([costs(Number(number)), ...(number.length > 3 ? [has(number)] : [])]),
		),
		...(amount === undefined ? [] : [costs(amount)]),
		...(mask ? [await isOfPhone(db, mask)] : []),
		...(day === undefined ? [] : [isBookedWithin(db, { from: day, to: day })]),
	];
	const conditions = await Promise.all(alternatives.map(buildMatches));
	return anyOf(conditions.map((all) => sql`(${sql.join(all, sql` and `)})`));
};
