import { now } from '../../clock.ts';
import { isBackwards, TO_BEFORE_FROM } from '../../day-range.ts';
import { parseDay } from '../../east-africa-time.ts';
import { formatWhole } from '../../grouped.ts';
import { HIDDEN } from '../../phone.ts';
import { readReceipt } from '../../receipts.ts';
import { foldText } from '../../search-key.ts';
import { openapi, z } from '../../zod.ts';

/** Maximum length of a name and a description, in Unicode code points. */
export const NAME_MAX = 200;
const DESCRIPTION_MAX = 5_000;
export const PRICE_MAX = 10_000_000;
const ORDER_MAX = 1_000_000;
const URL_MAX = 2_048;

const isEmpty = (input: unknown) => input === undefined || input === null || input === '';

/** Returns the error messages of a field: `required` for an empty value, else `wrong`. */
export const makeRequiredErrors = (required: string, wrong: string) => ({
	error: ({ input }: { input?: unknown }) => (isEmpty(input) ? required : wrong),
});

/** C0 and C1 controls, lone surrogates, and bidirectional overrides, which can hide the real order of a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;
const ALLOWED_IN_PARAGRAPHS = /[\n\t]/g;

export const countCodePoints = (text: string) => {
	let count = 0;
	for (const _ of text) count++;
	return count;
};

/** Characters that show nothing: spaces, formats such as zero-width spaces, fillers, and the blank Braille pattern. */
const NOTHING_VISIBLE = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Returns a text trimmed and in NFC; a text of invisible characters alone becomes empty. */
const tidy = (text: string) => (NOTHING_VISIBLE.test(text) ? '' : text.trim().normalize('NFC'));

const lineUpTo = (text: z.ZodMiniString, label: string, max: number) =>
	text.check(
		z.refine((line) => countCodePoints(line) <= max, `${label} must be at most ${max} characters`),
		z.refine((line) => !FORBIDDEN.test(line), `${label} contains a character that is not allowed`),
	);

/** Makes the schema of text that passes a test; the errors are `wrong`, and `notText` for another type. */
export const makeCheckedText = (
	wrong: string,
	test: (text: string) => boolean,
	notText: Parameters<typeof z.string>[0] = wrong,
) => z.string(notText).check(z.refine(test, wrong));

/** Makes the schema of one line of text, trimmed and NFC; `required` is the message for a missing value. */
export const line = (label: string, required: string, max = NAME_MAX) =>
	lineUpTo(
		z.string(makeRequiredErrors(required, `${label} must be text`)).check(
			z.overwrite(tidy),
			z.refine((text) => text !== '', { error: required, abort: true }),
		),
		label,
		max,
	).register(openapi, { minLength: 1, maxLength: max });

/** Makes the schema of a typed account reference. Refuses masked phone numbers, which cannot be searched later. */
export const accountReference = (max: number) =>
	line('Account reference', 'Account reference is required', max).check(
		z.refine(
			(text) => !text.includes(HIDDEN.charAt(0)),
			'Account reference must be whole: a masked number cannot be one',
		),
	);

/** Makes the schema of an optional line of text, trimmed and NFC; blank text becomes null. */
export const optionalLine = (label: string, max = NAME_MAX) =>
	z.nullable(
		lineUpTo(z.string(`${label} must be text`).check(z.overwrite(tidy)), label, max).register(
			openapi,
			{ maxLength: max },
		),
	);

const tidyAll = (texts: string[]) => {
	const filled = texts.map(tidy).filter((text) => text !== '');
	const keys = filled.map(foldCase);
	return filled.filter((_, at) => keys.indexOf(keys[at] as string) === at);
};

interface LineLimits {
	most: number;
	longest: number;
}

/**
 * Makes the schema of a list of lines, trimmed and NFC, without blank lines and duplicates that differ only in case;
 * null means no lines.
 */
export const lines = (label: string, { most, longest }: LineLimits) => {
	const notList = `${label} must be a list of texts`;
	return z.nullable(
		z
			.array(z.string(notList), notList)
			.check(
				z.overwrite(tidyAll),
				z.refine((texts) => texts.length <= most, `${label} must be at most ${most}`),
				z.refine(
					(texts) => texts.every((text) => countCodePoints(text) <= longest),
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

/** Makes the schema of a name search in a query. */
export const searchText = () =>
	z.optional(
		lineUpTo(z.string('Search must be text').check(z.overwrite(tidy)), 'Search', NAME_MAX).register(
			openapi,
			{ maxLength: NAME_MAX },
		),
	);

const RECEIPT = /^[A-Z0-9]{6,14}$/;
const NO_RECEIPT = 'Receipt must be capitals and digits such as UA14ABCD5E';

/** Makes the schema of a receipt, typed or in a pasted message of M-PESA; `required` refuses an empty text. */
export const receiptText = (required?: string) =>
	z.string(makeRequiredErrors(required ?? 'Receipt must be text', 'Receipt must be text')).check(
		z.overwrite(readReceipt),
		z.refine((text) => text === '' || RECEIPT.test(text), NO_RECEIPT),
		z.refine((text) => text !== '' || required === undefined, required),
	);

/** Makes the schema of a reason in words. */
export const reason = (label = 'Reason') => line(label, `${label} is required`, 500);

/** Makes the schema of the id of an item in another system. */
export const externalId = () => optionalLine('External id', 100);

/** An instant with its zone. */
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
/** Returns whether a text is an existing instant with its zone, such as `2026-01-31T09:30:00Z`: no 30 February, no 24:00. */
export const isInstant = (text: string) =>
	INSTANT.test(text) &&
	parseDay(text.slice(0, 10)) !== undefined &&
	!text.startsWith('T24', 10) &&
	!Number.isNaN(Date.parse(text));
const YEAR_MS = 366 * 86_400_000;

/** Makes the schema of the moment from which a published item is shown, at most a year ahead; null or past means now. */
export const visibleFrom = () => {
	const wrong = 'Shown from must be a moment such as 2026-12-03T08:00:00+03:00';
	return z.nullable(
		z
			.string(wrong)
			.check(
				z.refine(isInstant, { error: wrong, abort: true }),
				z.overwrite((text) => new Date(text).toISOString()),
				z.refine(
					(text) => Date.parse(text) <= now() + YEAR_MS,
					'Shown from must be at most a year ahead',
				),
			)
			.register(openapi, { format: 'date-time' }),
	);
};

/** Makes the schema of optional text with several lines, trimmed and NFC; blank text becomes null. */
export const paragraphs = (label: string, max = DESCRIPTION_MAX) =>
	z.nullable(
		z
			.string(`${label} must be text`)
			.check(
				z.overwrite((text) => tidy(text.replaceAll('\r\n', '\n'))),
				z.refine(
					(text) => countCodePoints(text) <= max,
					`${label} must be at most ${formatWhole(max)} characters`,
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

/** Makes the schema of a whole number within bounds; text is not converted. */
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
			z.lte(rules.max, rules.tooBig ?? `${label} must be at most ${formatWhole(rules.max)}`),
		)
		.register(openapi, { type: 'integer' });
};

/** Makes the schema of the display order among siblings: lower comes first. */
export const order = (required = 'Order is required', min = 1) =>
	whole('Order', { required, min, tooSmall: `Order must be at least ${min}`, max: ORDER_MAX });

/** Makes the schema of a switch: only `true` and `false`. */
export const flag = (label: string) => z.boolean(`${label} must be true or false`);

/** Links of the console to its own files: `/files/` and an opaque name. */
export const OWN_FILE = /^\/files\/([0-9a-f]{64})\.(pdf|docx?|pptx?)$/;

const isLink = (text: string) => {
	if (OWN_FILE.test(text)) return true;
	// The URL parser accepts too much: `http:evil`, backslashes, tabs, a user name before the host.
	if (text.length > URL_MAX || !/^https?:\/\/[^\s/\\@?#]/i.test(text)) return false;
	if (FORBIDDEN.test(text) || /[\s\\<>"]/.test(text)) return false;
	const url = URL.parse(text);
	return url !== null && url.username === '' && url.password === '';
};

/** Makes the schema of an absolute http(s) address, one of our own `/files/…`, or null. */
export const link = () =>
	z.nullable(
		z
			.string('Please enter a valid URL')
			.check(z.overwrite(tidy), z.refine(isLink, 'Please enter a valid URL'))
			.register(openapi, { format: 'uri-reference', maxLength: URL_MAX }),
	);

/** Makes the schema of an id in an answer: UUIDv7 text. */
export const id = () => z.string().register(openapi, { format: 'uuid' });

/** Makes the schema of an item's version: the number in its `ETag`, for `If-Match`. It increases with every change. */
export const version = () => z.int();

/** Makes the schema of an instant in an answer: UTC, ISO 8601 with milliseconds. */
export const instant = () => z.string().register(openapi, { format: 'date-time' });

/** Makes the schema of a date in an answer, of East Africa Time: `yyyy-MM-dd`. */
export const date = () => z.string().register(openapi, { format: 'date' });

/** An actor in an answer. */
export const actor = z.object({ kind: z.string(), id: z.string(), name: z.string() });

/** Makes the schema of a day in a query: `yyyy-MM-dd` in East Africa Time. */
export const day = (label: string) =>
	z.optional(
		makeCheckedText(
			`${label} must be a date such as 2026-01-31`,
			(text) => parseDay(text) !== undefined,
		).register(openapi, { format: 'date' }),
	);

/** Adds the rule that `to` is not before `from`. */
export const inOrder = <
	Query extends z.ZodMiniType<{ from?: string | undefined; to?: string | undefined }>,
>(
	query: Query,
) => query.check(z.refine((days) => !isBackwards(days), { path: ['to'], message: TO_BEFORE_FROM }));

/** Returns a text in lower case and NFC, for exact comparison. Search and order use `foldText`. */
export const foldCase = (text: string) => text.normalize('NFC').toLowerCase();

/** Returns the control character that replaces a digit in a sort key. Names contain no control characters. */
const toSortDigit = (digit: string) => String.fromCharCode(0x10 + Number(digit));

const toSortNumber = (run: string) => {
	const digits = run.replace(/^0+(?=\d)/, '');
	return `${String(digits.length).padStart(3, '0')}${digits}`.replace(/\d/g, toSortDigit);
};

/** Returns the sort key of a name on both engines: folded, with numbers in numeric order. */
export const nameKey = (name: string) => foldText(name).replace(/\d+/g, toSortNumber);
