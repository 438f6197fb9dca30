/** A Kenyan mobile number in M-Pesa's format. */
export const PHONE = /^254[17]\d{8}$/;

/** The number in our own messages, which need not be masked. */
export const EXAMPLE_PHONE = '0712345678';

/** Prefixes before the nine digits: none, `0`, `254`, `+254`, `00254` and `+2540`. */
const BEFORE = /^(?:(?:00)?2540?|0)?(?=[17]\d{0,8}$)/;
const WRITTEN = /^\+?[\d\s().\u2010-\u2015-]+$/;

/** Removes invisible characters, such as text direction marks, which copied numbers and names often have. */
export const removeInvisible = (text: string) => text.replace(/\p{Cf}/gu, '');

/** Removes invisible characters and `tel:` from a phone; undefined if other than digits and separators remain. */
const readWritten = (text: string) => {
	const plain = removeInvisible(text)
		.trim()
		.replace(/^tel:\s*/i, '');
	return WRITTEN.test(plain) ? plain.replace(/\D/g, '') : undefined;
};

/** Converts the typed beginning of a phone to the stored form: `0712` becomes `254712`, `712 3` becomes `7123`. */
export const parsePhoneBeginning = (text: string) => {
	const digits = readWritten(text);
	if (digits === undefined) return undefined;
	if (/^[17]/.test(digits)) return digits;
	return BEFORE.test(digits) ? digits.replace(BEFORE, '254') : undefined;
};

/** Converts a phone in any usual spelling to `254` and nine digits; undefined for other texts. */
export const readPhone = (text: string) => {
	const phone = readWritten(text)?.replace(BEFORE, '254');
	return phone !== undefined && PHONE.test(phone) ? phone : undefined;
};

const IN_A_SENTENCE =
	/(?<![\d*])(?:(?:\+|00)?254[\s().-]*0?|0)?[\s().-]*[17](?:[\s().-]*\d){8}(?![\d*])/g;

/** Returns the phones in a sentence, in the form of `readPhone`. */
export const findPhones = (text: string) => [
	...new Set(
		[...removeInvisible(text).matchAll(IN_A_SENTENCE)].flatMap(([found]) => readPhone(found) ?? []),
	),
];

/** A number that M-Pesa masked, with any number of signs: `2547 ***** 126`, `25470****123`, `254712***126`. */
const MASKED = /^(?:\+?254|0)[17]\d* ?\*+ ?\d{3,}$/;
export const isMasked = (text: string) => MASKED.test(text) && text.replace(/\D/g, '').length < 12;

/**
 * Returns whether a text is a payer's number: a phone in any spelling, masked, or hashed (SHA-256 in hex; Daraja, C2B
 * v1).
 */
export const isPayersNumber = (text: string) =>
	readPhone(text) !== undefined || isMasked(text) || /^[0-9a-f]{64}$/i.test(text);

/** Masks a phone as M-Pesa does, with the most digits that M-Pesa shows. */
export const maskPhone = (phone: string) => `${phone.slice(0, 6)}***${phone.slice(-3)}`;

/** Returns the visible digits at both ends of a number; all digits twice if none is masked. */
const readEnds = (phone: string) => ({
	head: /^\d*/.exec(phone)?.[0] ?? '',
	tail: /\d*$/.exec(phone)?.[0] ?? '',
});

/**
 * Compares two phones, masked or not, by the digits that both show at each end, whatever the number of signs between.
 * Undefined if one is a hash or a name.
 */
export const compareShown = (one: string, other: string) => {
	const [a = '', b = ''] = [one, other].map((text) =>
		text.replace(/[\s-]/g, '').replace(/^(?:\+|0(?=[17]))/, (sign) => (sign === '0' ? '254' : '')),
	);
	if (![a, b].every((text) => /^[\d*]+$/.test(text))) return undefined;
	const [mine, its] = [readEnds(a), readEnds(b)];
	const first = Math.min(mine.head.length, its.head.length);
	const last = Math.min(mine.tail.length, its.tail.length);
	const isAlike =
		a.slice(0, first) === b.slice(0, first) &&
		a.slice(a.length - last) === b.slice(b.length - last);
	return { first, last, isAlike };
};

/** Replaces masked digits: see `hidden-phones.ts`. */
export const HIDDEN = '•••';

/** Returns whether a text is a phone that we masked: it cannot be called, copied or sent back. */
export const isHidden = (phone: string | null) => phone?.includes(HIDDEN) ?? false;
