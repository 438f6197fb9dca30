/** A Kenyan mobile number as M-Pesa writes it. */
export const PHONE = /^254[17]\d{8}$/;

/** The number in our own messages; it is nobody's secret. */
export const EXAMPLE_PHONE = '0712345678';

/** Prefixes before the nine digits: none, `0`, `254`, `+254`, `00254` and `+2540`. */
const BEFORE = /^(?:(?:00)?2540?|0)?(?=[17]\d{0,8}$)/;
const WRITTEN = /^\+?[\d\s().\u2010-\u2015-]+$/;

/** Signs without a shape, such as those that turn a text's direction: a copied number or name brings them along. */
export const withoutInvisible = (text: string) => text.replace(/\p{Cf}/gu, '');

/** Removes invisible characters from a phone; undefined if other than digits and separators remain. */
const written = (text: string) => {
	const plain = withoutInvisible(text).trim();
	return WRITTEN.test(plain) ? plain.replace(/\D/g, '') : undefined;
};

/** The beginning of a phone, as someone writes it, as it is kept: `0712` is `254712`, `712 3` is `7123`. */
export const phoneBeginning = (text: string) => {
	const digits = written(text);
	if (digits === undefined) return undefined;
	if (/^[17]/.test(digits)) return digits;
	return BEFORE.test(digits) ? digits.replace(BEFORE, '254') : undefined;
};

/** Reads a phone in any usual spelling as `254` and nine digits; undefined where it is none. */
export const readPhone = (text: string) => {
	const phone = written(text)?.replace(BEFORE, '254');
	return phone !== undefined && PHONE.test(phone) ? phone : undefined;
};

const IN_A_SENTENCE =
	/(?<![\d*])(?:(?:\+|00)?254[\s().-]*0?|0)?[\s().-]*[17](?:[\s().-]*\d){8}(?![\d*])/g;

/** The phones in a sentence, each as `readPhone` reads it. */
export const phonesIn = (text: string) => [
	...new Set(
		[...withoutInvisible(text).matchAll(IN_A_SENTENCE)].flatMap(
			([found]) => readPhone(found) ?? [],
		),
	),
];

/** A number of which M-Pesa shows its ends, as it writes it: `2547 ***** 126`, `25470****123`. */
const MASKED = /^(254[17]\d?) ?(\*{4,5}) ?(\d{3})$/;
export const isMasked = (text: string) => {
	const [, head = '', hidden = '', tail = ''] = MASKED.exec(text) ?? [];
	return head.length + hidden.length + tail.length === 12;
};

/** A payer's number: a phone in any spelling, or masked, or hashed (SHA-256 in hex; Daraja, C2B v1). */
export const isPayersNumber = (text: string) =>
	readPhone(text) !== undefined || isMasked(text) || /^[0-9a-f]{64}$/i.test(text);

/** Masks a phone as M-Pesa does, with the most digits that M-Pesa shows. */
export const maskOf = (phone: string) => `${phone.slice(0, 5)}****${phone.slice(-3)}`;

/** Every spelling of masked numbers that can be the number of this one; of none where it is not masked. */
export const masksLike = (text: string) => {
	if (!isMasked(text)) return [];
	const [, head = '', , tail = ''] = MASKED.exec(text) ?? [];
	const [short, next] = [head.slice(0, 4), head.slice(4)];
	const longer = next === '' ? [...'0123456789'] : [next];
	return [short, ...longer.map((digit) => short + digit)].flatMap((start) => {
		const hidden = '*'.repeat(9 - start.length);
		return [`${start} ${hidden} ${tail}`, `${start}${hidden}${tail}`];
	});
};

/** The digits that are shown of a number at its two ends; all of it at both where nothing is hidden. */
const endsOf = (phone: string) => {
	const [[head = ''] = [], [tail = ''] = []] = [/^\d*/.exec(phone) ?? [], /\d*$/.exec(phone) ?? []];
	return { head, tail };
};

/** Compares two phones that may be masked by the digits that both show. Undefined if one is a hash or a name. */
export const shownAlike = (one: string, other: string) => {
	const [a, b] = [one, other].map((text) => text.replace(/[\s-]/g, '')) as [string, string];
	if (![a, b].every((text) => /^[\d*]+$/.test(text))) return undefined;
	const [mine, its] = [endsOf(a), endsOf(b)];
	const first = Math.min(mine.head.length, its.head.length);
	const last = Math.min(mine.tail.length, its.tail.length);
	const isAlike =
		a.slice(0, first) === b.slice(0, first) &&
		a.slice(a.length - last) === b.slice(b.length - last);
	return { first, last, isAlike };
};

/** Stands for the digits that nobody sees: see `hidden-phones.ts`. */
export const HIDDEN = '•••';

/** Whether a text is a phone of which not all is shown here: it cannot be called, copied or sent back. */
export const isHidden = (phone: string | null) => phone?.includes(HIDDEN) ?? false;
