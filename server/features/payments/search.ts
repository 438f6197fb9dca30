import { type RawBuilder, sql } from 'kysely';
import { FOUND_MAX } from '#shared/contract/transactions.ts';
import { compactKey } from '#shared/payment-keys.ts';
import {
	isMasked,
	masksLike,
	phoneBeginning,
	phonesIn,
	readPhone,
	withoutInvisible,
} from '#shared/phone.ts';
import { bare, receiptsIn } from '#shared/receipts.ts';
import { foldText } from '#shared/search-key.ts';
import type { Page } from '../../api/page.ts';
import type { Db } from '../../db/database.ts';
import { contains } from '../../db/engine.ts';

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

/** Which payments to find: by a text, already folded, and within filters. */
export interface PaymentSearch extends SearchTerms {
	/** What a row must be besides, in terms of `payments`. */
	conditions: readonly RawBuilder<boolean>[];
	/** The first `seq` that counts, and the first after the last. */
	from: number;
	to: number;
	/** Whether only what is shown of phones may be looked for, or a whole one. */
	hides: boolean;
}

/** The matching payments of one page, newest first, and how many match; of more than `FOUND_MAX`, that many. */
export interface Found {
	seqs: number[];
	total: number;
	more?: true;
}

const either = (some: RawBuilder<unknown>[]) =>
	some.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(${sql.join(some, sql` or `)})`;
const every = (some: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(some, sql` and `)})`;

/** A phone as it is shown where they are masked: `0712 ••• 678`. */
const partsOf = (term: string) => {
	const [, head, tail] = /^0([17]\d\d) ••• (\d{3})$/.exec(term) ?? [];
	if (!head) return [];
	return [
		sql`(phone >= ${`254${head}`} and phone < ${`254${head}:`} and length(phone) = 12 and substr(phone, 10) = ${tail})`,
	];
};

/** What a term is the whole of, if it is: only columns that an index finds it in. */
const wholesOf = (term: string) => [
	...(/^[a-z0-9]{10}$/.test(term) ? [sql`receipt = ${term.toUpperCase()}`] : []),
	...(/^254\d{9}$/.test(term) || isMasked(term) ? [sql`phone = ${term}`] : []),
	...(/^[0-9a-f]{64}$/.test(term) ? [sql`phone = ${term}`] : []),
	...partsOf(term),
	// Safaricom's spelling of the one; the other has no letters.
	...(/^ws_co_\d/.test(term)
		? [sql`checkout_request_id = ${term.replace(/^ws_co_/, 'ws_CO_')}`]
		: []),
	...(/^\d+-\d+-\d+$/.test(term) ? [sql`merchant_request_id = ${term}`] : []),
];

/** True where a receipt or a phone begins so. */
const beginsWith = (text: string) =>
	either(
		[['receipt', text.toUpperCase()] as const, ['phone', text] as const].map(
			// Nothing of ours holds a character above U+FFFF.
			([column, least]) =>
				sql`(${sql.ref(column)} >= ${least} and ${sql.ref(column)} < ${`${least}\uffff`})`,
		),
	);

/** True where one of `payments` matches a text; where phones are hidden, by what is shown of it, but for a whole phone. */
export const isFound = (db: Db, { alternatives, beginnings, hides }: PaymentSearch) => {
	const keyFor = (term: string) =>
		hides && readPhone(term) === undefined ? 'payments.search_shown' : 'payments.search_key';
	const isNumber = (number: string) =>
		either([
			sql`payments.amount = ${Number(number)}`,
			...(number.length > 3 ? [contains(db, keyFor(number), number)] : []),
		]);
	const matches = ({ parts = [], words = [], numbers = [], amount }: Alternative) =>
		every([
			...parts.map((term) => contains(db, keyFor(term), term)),
			...words.map((word) => contains(db, keyFor(word), ` ${word}`)),
			...numbers.map(isNumber),
			...(amount === undefined ? [] : [sql`payments.amount = ${amount}`]),
		]);
	return either([...alternatives.map(matches), ...beginnings.map(beginsWith)]);
};

/**
 * Finds one page of what matches, newest first, and how many there are, in one statement; the same on both engines.
 * What is the whole of a receipt, phone or request id that exists is found alone: it is what was meant.
 */
export const findPayments = async (
	db: Db,
	search: PaymentSearch,
	{ limit, offset }: Page,
): Promise<Found> => {
	const { from, to, conditions } = search;
	const within = every([sql`seq >= ${from}`, sql`seq < ${to}`, ...conditions]);
	const whole = search.wholes.flatMap(wholesOf);
	const newest = (condition: RawBuilder<unknown>, limit = sql`${FOUND_MAX + 1}`) =>
		sql`select seq from (select seq from payments where ${condition} and ${within}
			order by seq desc limit ${limit}) as newest`;
	// A limit of 0 ends the scan at once, which a condition does not.
	const unlessWhole = sql`(select case when count(*) > 0 then 0 else ${sql.lit(FOUND_MAX + 1)} end from wholes)`;
	const found = await sql<{ seq: number | null; total: number | null }>`
		with wholes as materialized (select seq from payments where ${either(whole)}),
		hits as materialized (${newest(sql`seq in (select seq from wholes)`)} union all
			${newest(isFound(db, search), unlessWhole)})
		select * from (select seq, cast(null as bigint) as total from hits order by seq desc
			limit ${Math.max(0, Math.min(limit, FOUND_MAX - offset))} offset ${offset}) as page
		union all select null, count(*) from hits`.execute(db);
	const seqs = found.rows.flatMap(({ seq }) => seq ?? []).sort((a, b) => b - a);
	const total = Number(found.rows.find((row) => row.total !== null)?.total ?? 0);
	return total > FOUND_MAX ? { seqs, total: FOUND_MAX, more: true } : { seqs, total };
};
