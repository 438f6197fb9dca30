import { EXAMPLE_PHONE, HIDDEN } from './phone.ts';

/** Patterns of texts that are kept (ids, hashes, request ids) or are phones, also at the end of a CheckoutRequestID. */
const PARTS = [
	/(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+)/,
	/(?<="MSISDN"\s*:\s*")(?<hashed>[\da-f]{64})/,
	/(?<hash>[\da-f]{32,}|(?<![\d-])(?!(?:0|254)-?[17](?:-?\d){8}(?![\d-]))\d{3,6}-\d{4,9}-\d{1,2}(?![\d-]))/,
	/(?<=ws_co_\d{14,}?)(?<within>[17]\d{8})(?!\d)/,
	new RegExp(`(?<=such as )(?<example>${EXAMPLE_PHONE})(?!\\d)`),
	/(?<![\d*•])(?<written>(?:(?:\+|00)?254[\s().,/-]{0,3}0?|0)[\s()-]{0,3}[17]\d\d(?:[\s().,/-]{0,2}\d){6})(?![\d*])/,
];
const ANY_PART = new RegExp(PARTS.map(({ source }) => source).join('|'), 'gi');

/** Masks a phone: `254712345678` becomes `0712 ••• 678`. */
const hide = (phone: string) => {
	const digits = phone.replace(/\D/g, '').slice(-9);
	return `0${digits.slice(0, 3)} ${HIDDEN} ${digits.slice(-3)}`;
};

/** Masks M-Pesa's SHA-256 of a payer's number, which could be reversed by trying all numbers. */
const hideHash = (hash: string) => `${HIDDEN} ${hash.slice(-3)}`;

/** Numbers of texts that cannot be phones: dates with times, receipts, masked phones, request ids. */
const OTHERS = new RegExp(
	[
		/[Ww][Ss]_[Cc][Oo]_\d{14,}/,
		/(?<!\d)(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d(?:[T,]?\s?\d\d?:\d\d(?::\d\d)?)?(?!\d)/,
		/(?<!\d)(?:19|20)\d\d-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])(?:[T_ -]?(?:[01]\d|2[0-3]):?[0-5]\d(?::?[0-5]\d)?)?(?!\d)/,
		/(?<![A-Za-z\d])[A-Z]{2}[A-Z\d]{8}(?![A-Za-z\d])/,
		/\d{2,6}\s?(?:\*{2,}|•{3})\s?\d{3}/,
		/^\d{1,3}(?:\.\d{1,3}){3}$/,
	]
		.map(({ source }, n) =>
			source.replace('\\1', `\\k<s${n}>`).replace('([-/.])', `(?<s${n}>[-/.])`),
		)
		.join('|'),
	'g',
);

/** Signs of digits without a decomposition: the first sign of each run, the value of that sign, and the run's length. */
const DIGIT_RUNS = [
	[0x24ff, 0, 1],
	[0x24f5, 1, 9],
	[0x2776, 1, 9],
	[0x2780, 1, 9],
	[0x278a, 1, 9],
	[0x1f10b, 0, 1],
	[0x1f10c, 0, 1],
] as const;
const CHINESE = '〇一二三四五六七八九';

/** Converts a digit of any script to 0 to 9, or several digits in one sign to theirs; undefined for other signs. */
const toAsciiDigits = (sign: string) => {
	const plain = sign.normalize('NFKC');
	if (/^\d+$/.test(plain)) return plain;
	const code = sign.codePointAt(0) as number;
	if (/\p{Nd}/u.test(sign)) {
		// Each script has its ten in a row.
		let value = 0;
		while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
		return String(value);
	}
	const run = DIGIT_RUNS.find(([first, , length]) => code >= first && code < first + length);
	if (run) return String(code - run[0] + run[1]);
	return CHINESE.includes(sign) ? String(CHINESE.indexOf(sign)) : undefined;
};

const toPlainSign = (sign: string) => {
	if (sign <= '\u007f') return sign;
	const digits = toAsciiDigits(sign);
	if (digits !== undefined) return digits;
	if (/\p{Cf}/u.test(sign)) return '';
	if (/\p{Zs}/u.test(sign)) return ' ';
	return /[\p{Pd}−]/u.test(sign) ? '-' : sign;
};

const LOOKALIKE = /(?<!\p{L})(?:oh|[oоοl|iі])+(?!\p{L})/giu;

/** Replaces letters that are written for digits, next to digits: `oh` and `O` by 0, `l` and `I` by 1. */
const replaceLookalikes = (plain: string): string => {
	const changed = plain.replace(LOOKALIKE, (letters, at: number) => {
		const isByDigit =
			/\d[^\p{L}\d]{0,3}$/u.test(plain.slice(Math.max(0, at - 4), at)) ||
			/^[^\p{L}\d]{0,3}\d/u.test(plain.slice(at + letters.length, at + letters.length + 4));
		return isByDigit
			? letters
					.replace(/oh/gi, '0 ')
					.replace(/[oоο]/gi, '0')
					.replace(/[l|iі]/gi, '1')
			: letters;
	});
	return changed === plain ? plain : replaceLookalikes(changed);
};

/**
 * Converts a text to plain digits, hyphens and spaces without invisible characters, and letters written for digits to
 * these. `placeOf` maps a position to the original text.
 */
const toPlainText = (text: string) => {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is not ASCII
	if (!/[^\u0000-\u007f]/.test(text))
		return { plain: replaceLookalikes(text), placeOf: (at: number) => at };
	const places: number[] = [];
	let plain = '';
	let at = 0;
	for (const sign of text) {
		const shown = toPlainSign(sign);
		for (let n = 0; n < shown.length; n++) places.push(shown === sign ? at + n : at);
		plain += shown;
		at += sign.length;
	}
	return { plain: replaceLookalikes(plain), placeOf: (place: number) => places[place] ?? at };
};

/** Returns whether a number is unquoted in JSON: its mask needs quotes, so that the JSON stays valid. */
const isUnquoted = (text: string, at: number) =>
	/"\s*:\s*$/.test(text.slice(Math.max(0, at - 8), at));

/** A Kenyan number among digits that were put together. */
const NUMBER = /(?=((?:254|0)[17]\d{8}))/g;
/** In a longer text, digits on both sides of a word belong to different numbers. */
const SHORT = 40;
const WORD = /\p{L}{3,}/gu;
const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[^"\s,:{}[\]]+/g;

/** Returns the ranges of a text in which digits belong together: values of JSON, a short text, or what is between words. */
const findPieces = (plain: string): [from: number, to: number][] => {
	if (/^\s*[{[]/.test(plain))
		return [...plain.matchAll(JSON_TOKEN)].map(({ 0: token, index }) => [
			index,
			index + token.length,
		]);
	if (plain.length <= SHORT) return [[0, plain.length]];
	const words = [...plain.matchAll(WORD)];
	return [...words, undefined].map((word, n) => {
		const before = words[n - 1];
		return [before ? before.index + before[0].length : 0, word ? word.index : plain.length];
	});
};

/** A range of a plain text, and its replacement. */
type Mask = [from: number, to: number, shown: string];

/** Finds phones in their usual spellings, and the ranges that must stay. */
const findSpellings = (plain: string) => {
	const masks: Mask[] = [];
	const kept: [from: number, to: number][] = [];
	for (const { 0: found, index, groups = {} } of plain.matchAll(ANY_PART)) {
		kept.push([index, index + found.length]);
		if (groups.id ?? groups.hash ?? groups.example) continue;
		const hidden = groups.hashed ? hideHash(found) : hide(found);
		const shown = !groups.hashed && isUnquoted(plain, index) ? `"${hidden}"` : hidden;
		masks.push([index, index + found.length, shown]);
	}
	for (const { 0: found, index } of plain.matchAll(OTHERS))
		kept.push([index, index + found.length]);
	return { masks, kept };
};

/** Returns the numbers in digits that were put together; one that begins within other digits is close together. */
const findNumbers = (plain: string, digits: readonly number[]) => {
	const together = digits.map((at) => plain[at]).join('');
	return [...together.matchAll(NUMBER)].flatMap(({ index, 1: number = '' }) => {
		const [first = 0, ...others] = digits.slice(index, index + number.length);
		const isWithin = digits[index - 1] === first - 1;
		const isSpread = others.some((at, n) => at - (others[n - 1] ?? first) > 2);
		return isWithin && isSpread ? [] : [number];
	});
};

/** Finds the positions of digits that contain a number when they are put together, in each piece with such digits. */
const findSpread = (plain: string, kept: readonly [number, number][]) =>
	findPieces(plain).flatMap(([from, to]) => {
		const digits: number[] = [];
		for (let at = from; at < to; at++)
			if (/\d/.test(plain[at] as string) && !kept.some(([a, b]) => at >= a && at < b))
				digits.push(at);
		const numbers = findNumbers(plain, digits);
		return numbers.length > 0 ? [{ digits, numbers }] : [];
	});

/** Returns whether a text has too few digits for a number, or a hash of one. */
const isShort = (plain: string) =>
	plain.replace(/\D/g, '').length < 9 && !/[\da-f]{64}/i.test(plain);

/** Masks every phone in a text as `0712 ••• 678`, and in other spellings all digits but the last three. */
export const maskPhones = (text: string) => {
	const { plain, placeOf } = toPlainText(text);
	if (isShort(plain)) return text;
	const { masks, kept } = findSpellings(plain);
	for (const { digits } of findSpread(plain, kept)) {
		const [first = 0, last = 0] = [digits[0], digits.at(-1)];
		const hidden = new Set(digits.slice(0, -3));
		const shown = [...Array(last + 1 - first).keys()]
			.map((n) => (hidden.has(first + n) ? '•' : (plain[first + n] as string)))
			.join('');
		if (isUnquoted(plain, first)) masks.push([first, last + 1, `"${shown}"`]);
		else for (const at of hidden) masks.push([at, at + 1, '•']);
	}
	let masked = '';
	let done = 0;
	for (const [from, to, shown] of masks.sort(([a], [b]) => a - b)) {
		masked += text.slice(done, placeOf(from)) + shown;
		done = placeOf(to);
	}
	return masked + text.slice(done);
};

/** Returns the phones that a text names in any spelling, as `254` and nine digits: those that `maskPhones` masks. */
export const findNamedPhones = (text: string) => {
	const { plain } = toPlainText(text);
	const { masks, kept } = findSpellings(plain);
	const written = masks.map(([from, to]) => plain.slice(from, to).replace(/\D/g, '').slice(-9));
	const spread = findSpread(plain, kept).flatMap(({ numbers }) => numbers);
	return [...new Set([...written, ...spread.map((number) => number.slice(-9))])]
		.filter((number) => number.length === 9)
		.map((number) => `254${number}`);
};

/** Fields of answers with a payer's number, or M-Pesa's hash of it. */
const OF_PAYERS = new Set(['phone', 'phone_number', 'payer']);
const HASH = /^[\da-f]{64}$/i;

/** Masks the phones in all texts of a value; returns a copy. */
export const maskPhonesIn = <T>(value: T, name = ''): T => {
	const masked = (): unknown => {
		if (typeof value === 'string')
			return OF_PAYERS.has(name) && HASH.test(value) ? hideHash(value) : maskPhones(value);
		if (Array.isArray(value)) return value.map((each) => maskPhonesIn(each, name));
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, each]) => [maskPhones(key), maskPhonesIn(each, key)]),
		);
	};
	return masked() as T;
};
