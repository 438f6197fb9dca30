import { isBackwards, TO_BEFORE_FROM } from '../day-range.ts';
import { parseDay } from '../east-africa-time.ts';
import { grouped } from '../grouped.ts';
import { HIDDEN } from '../phone.ts';
import { foldText } from '../search-key.ts';
import { described, openapi, z } from '../zod.ts';

/** The longest name and description, in Unicode code points. */
export const NAME_MAX = 200;
const DESCRIPTION_MAX = 5_000;
export const PRICE_MAX = 10_000_000;
const ORDER_MAX = 1_000_000;
const URL_MAX = 2_048;

const isEmpty = (input: unknown) => input === undefined || input === null || input === '';

/** Returns the error messages of a field: `required` for an empty value, else `wrong`. */
export const requiredOr = (required: string, wrong: string) => ({
	error: ({ input }: { input?: unknown }) => (isEmpty(input) ? required : wrong),
});

/** C0 and C1 controls, lone surrogates and the bidirectional overrides that make text lie about its order. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;
const ALLOWED_IN_PARAGRAPHS = /[\n\t]/g;

export const codePoints = (text: string) => {
	let count = 0;
	for (const _ of text) count++;
	return count;
};

const tidy = (text: string) => text.trim().normalize('NFC');

const lineUpTo = (text: z.ZodMiniString, label: string, max: number) =>
	text.check(
		z.refine((line) => codePoints(line) <= max, `${label} must be at most ${max} characters`),
		z.refine((line) => !FORBIDDEN.test(line), `${label} contains a character that is not allowed`),
	);

/** One line of text, trimmed and NFC; `required` is the message for nothing at all. */
export const line = (label: string, required: string, max = NAME_MAX) =>
	lineUpTo(
		z.string(requiredOr(required, `${label} must be text`)).check(
			z.overwrite(tidy),
			z.refine((text) => text !== '', { error: required, abort: true }),
		),
		label,
		max,
	).register(openapi, { minLength: 1, maxLength: max });

/** An account reference that somebody types; a masked phone number is none, since nobody can look it up again. */
export const accountReference = (max: number) =>
	line('Account reference', 'Account reference is required', max).check(
		z.refine(
			(text) => !text.includes(HIDDEN.charAt(0)),
			'Account reference must be whole: a masked number cannot be one',
		),
	);

/** One line of text that may be nothing, trimmed and NFC, or null; blank text is kept as null. */
export const optionalLine = (label: string, max = NAME_MAX) =>
	z.nullable(
		lineUpTo(z.string(`${label} must be text`).check(z.overwrite(tidy)), label, max).register(
			openapi,
			{ maxLength: max },
		),
	);

const tidyAll = (texts: string[]) => {
	const filled = texts.map(tidy).filter((text) => text !== '');
	const keys = filled.map(folded);
	return filled.filter((_, at) => keys.indexOf(keys[at] as string) === at);
};

interface LineLimits {
	most: number;
	longest: number;
}

/** A list of lines of text, each trimmed, NFC, and there once in any case; blank ones are left out, and null is none. */
export const lines = (label: string, { most, longest }: LineLimits) => {
	const notList = `${label} must be a list of texts`;
	return z.nullable(
		z
			.array(z.string(notList), notList)
			.check(
				z.overwrite(tidyAll),
				z.refine((texts) => texts.length <= most, `${label} must be at most ${most}`),
				z.refine(
					(texts) => texts.every((text) => codePoints(text) <= longest),
					`${label} must be at most ${longest} characters each`,
				),
				z.refine(
					(texts) => !texts.some((text) => FORBIDDEN.test(text)),
					`${label} contain a character that is not allowed`,
				),
			)
			.register(openapi, { maxItems: most }),
	);
};

/** A search in names, as a query parameter. */
export const searchText = () =>
	z.optional(
		lineUpTo(z.string('Search must be text').check(z.overwrite(tidy)), 'Search', NAME_MAX).register(
			openapi,
			{ maxLength: NAME_MAX },
		),
	);

/** Why somebody does something, in their words. */
export const reason = (label = 'Reason') => line(label, `${label} is required`, 500);

/** Several lines of text, trimmed and NFC, or null. Blank text is null. */
export const paragraphs = (label: string, max = DESCRIPTION_MAX) =>
	z.nullable(
		z
			.string(`${label} must be text`)
			.check(
				z.overwrite((text) => tidy(text.replaceAll('\r\n', '\n'))),
				z.refine(
					(text) => codePoints(text) <= max,
					`${label} must be at most ${grouped(max)} characters`,
				),
				z.refine(
					(text) => !FORBIDDEN.test(text.replace(ALLOWED_IN_PARAGRAPHS, '')),
					`${label} contains a character that is not allowed`,
				),
			)
			.register(openapi, { maxLength: max }),
	);

export interface WholeRules {
	required?: string;
	min: number;
	tooSmall?: string;
	max: number;
	tooBig?: string;
}

/** A whole number within bounds, never coerced from text. */
export const whole = (label: string, rules: WholeRules) => {
	const notWhole = `${label} must be a whole number`;
	return z
		.number({
			error: ({ input }) =>
				isEmpty(input) || Number.isNaN(input) ? (rules.required ?? notWhole) : notWhole,
		})
		.check(
			z.refine(Number.isSafeInteger, { error: notWhole, abort: true }),
			z.gte(rules.min, rules.tooSmall ?? `${label} must be at least ${rules.min}`),
			z.lte(rules.max, rules.tooBig ?? `${label} must be at most ${grouped(rules.max)}`),
		)
		.register(openapi, { type: 'integer' });
};

/** The display order among siblings: lower comes first. */
export const order = (required = 'Order is required', min = 1) =>
	whole('Order', { required, min, tooSmall: `Order must be at least ${min}`, max: ORDER_MAX });

/** A switch. Nothing but `true` and `false` will do. */
export const flag = (label: string) => z.boolean(`${label} must be true or false`);

/** The links that the console makes for its own files: `/files/` and an opaque name. */
export const OWN_FILE = /^\/files\/([0-9a-f]{64})\.(pdf|docx?|pptx?)$/;

const isLink = (text: string) => {
	if (OWN_FILE.test(text)) return true;
	// The URL parser forgives too much: `http:evil`, back slashes, tabs, a user name before the host.
	if (text.length > URL_MAX || !/^https?:\/\/[^\s/\\@?#]/i.test(text)) return false;
	if (FORBIDDEN.test(text) || /[\s\\<>"]/.test(text)) return false;
	const url = URL.parse(text);
	return url !== null && url.username === '' && url.password === '';
};

/** An absolute http(s) address or one of our own `/files/…`, or null. */
export const link = () =>
	z.nullable(
		z
			.string('Please enter a valid URL')
			.check(z.overwrite(tidy), z.refine(isLink, 'Please enter a valid URL'))
			.register(openapi, { format: 'uri-reference', maxLength: URL_MAX }),
	);

/** An id as it stands in an answer: UUIDv7 text. */
export const id = () => z.string().register(openapi, { format: 'uuid' });

/** The version of an item: the number in its `ETag`, which `If-Match` names. It rises with every change. */
export const version = () => described(z.int(), 'The number in its ETag.');

/** An instant as it stands in an answer: UTC, ISO 8601 with milliseconds. */
export const instant = () => z.string().register(openapi, { format: 'date-time' });

/** A plain date as it stands in an answer, of East Africa Time: `yyyy-MM-dd`. */
export const date = () => z.string().register(openapi, { format: 'date' });

/** An actor in an answer. */
export const actor = z.object({ kind: z.string(), id: z.string(), name: z.string() });

/** A day as it stands in an address: `yyyy-MM-dd` in East Africa Time. */
export const day = (label: string) =>
	z.optional(
		z
			.string(`${label} must be a date such as 2026-01-31`)
			.check(
				z.refine(
					(text) => parseDay(text) !== undefined,
					`${label} must be a date such as 2026-01-31`,
				),
			)
			.register(openapi, { format: 'date' }),
	);

/** Adds the rule that `to` is not before `from`. */
export const inOrder = <
	Query extends z.ZodMiniType<{ from?: string | undefined; to?: string | undefined }>,
>(
	query: Query,
) => query.check(z.refine((days) => !isBackwards(days), { path: ['to'], message: TO_BEFORE_FROM }));

/** Returns a text in lower case and NFC, for exact comparison. Search and order use `foldText`. */
export const folded = (text: string) => text.normalize('NFC').toLowerCase();

/** Returns the control character that stands for a digit in a sort key. Names hold no control characters. */
const sortedDigit = (digit: string) => String.fromCharCode(0x10 + Number(digit));

const sortedNumber = (run: string) => {
	const digits = run.replace(/^0+(?=\d)/, '');
	return `${String(digits.length).padStart(3, '0')}${digits}`.replace(/\d/g, sortedDigit);
};

/** Returns the sort key of a name on both engines: folded, with numbers in the order of their size. */
export const nameKey = (name: string) => foldText(name).replace(/\d+/g, sortedNumber);
