import { HIDDEN } from './phone.ts';

/**
 * What of a text is left alone or is a phone. Ids, hashes and M-Pesa's request ids (MerchantRequestID: three numbers)
 * have runs of digits that are none; a CheckoutRequestID ends with the payer's number, after a date and time of at
 * least 14 digits.
 */
const PARTS = [
	/(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+)/,
	/(?<="MSISDN"\s*:\s*")(?<hashed>[\da-f]{64})/,
	/(?<hash>[\da-f]{32,}|(?<![\d-])\d{3,6}-\d{4,9}-\d{1,2}(?![\d-]))/,
	/(?<=ws_co_\d{14,}?)(?<within>[17]\d{8})(?!\d)/,
	/(?<![\d*•])(?<written>(?:(?:\+|00)?254[\s().-]{0,3}0?|0)[\s()-]{0,3}[17]\d\d(?:[\s().-]{0,2}\d){6})(?![\d*])/,
	/(?<![A-Za-z\d*•.,/_-])(?<bare>[17]\d\d[\s.-]?\d{3}[\s.-]?\d{3})(?![A-Za-z\d*•:/-])/,
];
const ANY_PART = new RegExp(PARTS.map(({ source }) => source).join('|'), 'gi');

/** A number as a person sees it: `254712345678` is `0712 ••• 678`. */
const hide = (phone: string) => {
	const digits = phone.replace(/\D/g, '').slice(-9);
	return `0${digits.slice(0, 3)} ${HIDDEN} ${digits.slice(-3)}`;
};

/** A payer whom M-Pesa hides: its SHA-256 of a number is found again by trying all numbers. */
const hideHash = (hash: string) => `${HIDDEN} ${hash.slice(-3)}`;

/** In JSON a number stands without quotes; what takes its place needs them, so that it can still be read. */
const isUnquoted = (text: string, at: number) =>
	/"\s*:\s*$/.test(text.slice(Math.max(0, at - 8), at));

/**
 * A text in which every phone shows its first four digits and its last three, in any spelling, within messages
 * of M-Pesa and their request ids. What M-Pesa itself masks (`2547 ***** 126`) stays.
 */
export const maskPhones = (text: string) =>
	text.replace(ANY_PART, (found, ...rest) => {
		const groups = rest.at(-1) as Record<string, string | undefined>;
		if (groups.id ?? groups.hash) return found;
		if (groups.hashed) return hideHash(found);
		const hidden = hide(found);
		return isUnquoted(text, rest.at(-3) as number) ? `"${hidden}"` : hidden;
	});

/** Names under which an answer has a payer's number, or M-Pesa's hash of it. */
const OF_PAYERS = new Set(['phone', 'phone_number', 'payer']);
const HASH = /^[\da-f]{64}$/i;

/** The same with every text in a value as it is sent, at any depth; the value itself stays as it was. */
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
