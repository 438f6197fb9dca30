import { EXAMPLE_PHONE, HIDDEN } from './phone.ts';

/** Patterns of texts that are kept (ids, hashes, request ids) or are phones, also at the end of a CheckoutRequestID. */
const PARTS = [
	/(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+)/,
	/(?<="MSISDN"\s*:\s*")(?<hashed>[\da-f]{64})/,
	/(?<hash>[\da-f]{32,}|(?<![\d-])\d{3,6}-\d{4,9}-\d{1,2}(?![\d-]))/,
	/(?<=ws_co_\d{14,}?)(?<within>[17]\d{8})(?!\d)/,
	new RegExp(`(?<=such as )(?<example>${EXAMPLE_PHONE})(?!\\d)`),
	/(?<![\d*•])(?<written>(?:(?:\+|00)?254[\s().,/-]{0,3}0?|0)[\s()-]{0,3}[17]\d\d(?:[\s().,/-]{0,2}\d){6})(?![\d*])/,
	/(?<![A-Za-z\d*•.,/_-])(?<bare>[17]\d\d[\s.,/-]?\d{3}[\s.,/-]?\d{3})(?![A-Za-z\d*•:/-])/,
];
const ANY_PART = new RegExp(PARTS.map(({ source }) => source).join('|'), 'gi');

/** Masks a phone: `254712345678` becomes `0712 ••• 678`. */
const hide = (phone: string) => {
	const digits = phone.replace(/\D/g, '').slice(-9);
	return `0${digits.slice(0, 3)} ${HIDDEN} ${digits.slice(-3)}`;
};

/** Masks M-Pesa's SHA-256 of a payer's number, which could be reversed by trying all numbers. */
const hideHash = (hash: string) => `${HIDDEN} ${hash.slice(-3)}`;

const SPECIAL = /[\p{Nd}\p{Pd}\p{Zs}\p{Cf}−]/u;

/** Converts a digit of any script to 0 to 9: each script has its ten in a row. */
const asciiDigit = (sign: string) => {
	const plain = sign.normalize('NFKC');
	if (/\d/.test(plain)) return plain;
	const code = sign.codePointAt(0) as number;
	let value = 0;
	while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
	return String(value);
};

const plainSign = (sign: string) => {
	if (!SPECIAL.test(sign)) return sign;
	if (/\p{Nd}/u.test(sign)) return asciiDigit(sign);
	if (/\p{Cf}/u.test(sign)) return '';
	return /\p{Zs}/u.test(sign) ? ' ' : '-';
};

/**
 * Converts a text to plain digits, hyphens and spaces without invisible characters. `placeOf` maps a position to the
 * original text.
 */
const plainOf = (text: string) => {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is not ASCII
	if (!/[^\u0000-\u007f]/.test(text)) return { plain: text, placeOf: (at: number) => at };
	const places: number[] = [];
	let plain = '';
	let at = 0;
	for (const sign of text) {
		const shown = plainSign(sign);
		for (let n = 0; n < shown.length; n++) places.push(shown === sign ? at + n : at);
		plain += shown;
		at += sign.length;
	}
	return { plain, placeOf: (place: number) => places[place] ?? at };
};

/** Returns whether a number is unquoted in JSON: its mask needs quotes, so that the JSON stays valid. */
const isUnquoted = (text: string, at: number) =>
	/"\s*:\s*$/.test(text.slice(Math.max(0, at - 8), at));

/** Masks every phone in a text as `0712 ••• 678`. Numbers that M-Pesa masked are kept. */
export const maskPhones = (text: string) => {
	const { plain, placeOf } = plainOf(text);
	let masked = '';
	let done = 0;
	for (const { 0: found, index, groups = {} } of plain.matchAll(ANY_PART)) {
		if (groups.id ?? groups.hash ?? groups.example) continue;
		const hidden = groups.hashed ? hideHash(found) : hide(found);
		const shown = !groups.hashed && isUnquoted(plain, index) ? `"${hidden}"` : hidden;
		masked += text.slice(done, placeOf(index)) + shown;
		done = placeOf(index + found.length);
	}
	return masked + text.slice(done);
};

/** Fields of answers with a payer's number, or M-Pesa's hash of it. */
const OF_PAYERS = new Set(['phone', 'phone_number', 'payer']);
const HASH = /^[\da-f]{64}$/i;

/** Masks the phones in all texts of a value; returns a copy. */
export const withoutPhones = <T>(value: T, name = ''): T => {
	const masked = (): unknown => {
		if (typeof value === 'string')
			return OF_PAYERS.has(name) && HASH.test(value) ? hideHash(value) : maskPhones(value);
		if (Array.isArray(value)) return value.map((each) => withoutPhones(each, name));
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, each]) => [maskPhones(key), withoutPhones(each, key)]),
		);
	};
	return masked() as T;
};
