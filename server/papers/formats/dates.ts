import type { Series } from '#shared/contract/content/exam-sets.ts';
import { extract, listDistinct } from './codes.ts';

const [FROM, TO] = [1985, 2049];
const YEAR = String.raw`(?:19(?:8[5-9]|9\d)|20[0-4]\d)`;

const MONTHS: readonly [pattern: string, series: Series][] = [
	['jan(?:uary|uari)?', 'other'],
	['feb(?:r?uary|ruari)?', 'other'],
	['mar(?:ch)?|marh|machi', 'march'],
	['apr(?:il|ill|ili)?', 'march'],
	['may|mei', 'other'],
	['june?|juni', 'july'],
	['ju{1,2}l{1,2}e?y?|julai', 'july'],
	['a+ug(?:u?s?t)?|agosti', 'july'],
	['sept?(?:[a-z]{0,4}b[a-z]{0,2}r|emba)?', 'other'],
	['oct(?:[a-z]{0,4}b[a-z]{0,2}r)?|oktoba', 'november'],
	['nov(?:[a-z]{0,5}b[a-z]{0,2}r|emba)?', 'november'],
	['dec(?:[a-z]{0,4}b[a-z]{0,2}r)?|desemba', 'november'],
];
const MONTH = MONTHS.map(([pattern]) => pattern).join('|');
const EACH = MONTHS.map(([pattern, series]) => ({
	pattern: new RegExp(`^(?:${pattern})$`),
	series,
}));
const BETWEEN = '[ /&,.+_–-]{0,3}(?:and|to)?[ /&,.+_–-]{0,3}';
const PERIOD = `(?<![a-z])(${MONTH})(?:${BETWEEN}(${MONTH}))?(?![a-z])`;
const NEAR = "[ '’/,._–-]{0,3}";
/** `July 23`, `NOV'19`. Used only if no year has four digits, since `July 23, 2023` is a day. */
const SHORT = new RegExp(String.raw`(${PERIOD})${NEAR}(?<!\d)(0[6-9]|[1-39]\d)(?!\d)`, 'gi');
/** Words that are months only next to a year: may, and mach, a frequent misspelling of march. */
const NEAR_YEAR = new RegExp(
	String.raw`(?<![a-z])(may|mach)(?=${NEAR}(?<!\d)${YEAR}(?!\d))|(?<=(?<!\d)${YEAR}${NEAR})(?<![a-z])(may|mach)(?![a-z])`,
	'gi',
);
const PERIODS = new RegExp(PERIOD, 'gi');
const YEARS = new RegExp(String.raw`(?<!\d)(${YEAR})(?!\d)`, 'g');
/** `2022n`, `2019j`, `n2022`: collectors' abbreviations of the series. */
const LETTER = new RegExp(
	String.raw`(?<!\d)(${YEAR})[ _-]?([jnm])(?![a-z])|(?<![a-z])([jnm])[ _-]?(${YEAR})(?!\d)`,
	'gi',
);
const LETTERS: Readonly<Record<string, Series>> = { m: 'march', j: 'july', n: 'november' };
/** `07-2023`, `2023.11`: only for months with a series. */
const NUMBER = new RegExp(
	String.raw`(?<![\d.-])(0[37]|11)[-_./](${YEAR})(?![\d.-])|(?<![\d.-])(${YEAR})[-_./](0[37]|11)(?![\d.-])`,
	'g',
);
const NUMBERS: Readonly<Record<string, Series>> = {
	'03': 'march',
	'07': 'july',
	'11': 'november',
};
/** The letter o instead of a zero. */
const LETTER_O = /(?<![a-z0-9])2[o0]([0-4o])(?:([o])|(\d))(?![a-z0-9])/gi;

const parseSeries = (month: string): Series =>
	EACH.find(({ pattern }) => pattern.test(month.toLowerCase()))?.series ?? 'march';

const parsePeriod = (first: string, second: string | undefined): Series[] => {
	const both = listDistinct([first, ...(second ? [second] : [])].map(parseSeries));
	const named = both.filter((series) => series !== 'other');
	return named.length > 0 ? named : both;
};

/** Years and series in a text, and the text without them. */
export interface Dates {
	years: number[];
	series: Series[];
	rest: string;
}

const toFullYear = (short: string) => (Number(short) < 50 ? 2000 : 1900) + Number(short);

/** Removes years and months from a text without codes, and returns them. */
export const takeDates = (text: string): Dates => {
	const typed = text.replace(LETTER_O, (all) => all.replace(/o/gi, '0'));
	const numbers = extract(typed, NUMBER);
	const letters = extract(numbers.rest, LETTER);
	const hasYear =
		numbers.found.length + letters.found.length > 0 || letters.rest.search(YEARS) >= 0;
	const short = hasYear ? { found: [], rest: letters.rest } : extract(letters.rest, SHORT);
	const nearYear = extract(short.rest, NEAR_YEAR);
	const periods = extract(nearYear.rest, PERIODS);
	const years = extract(periods.rest, YEARS);
	const inNumbers = numbers.found.map(([, m = '', y = '', y2 = '', m2 = '']) => [m || m2, y || y2]);
	const inLetters = letters.found.map(([, y = '', l = '', l2 = '', y2 = '']) => [l || l2, y || y2]);
	const withoutMay = periods.found.filter(([all]) => !/^may$/i.test(all));
	return {
		years: listDistinct([
			...inNumbers.map(([, year]) => Number(year)),
			...inLetters.map(([, year]) => Number(year)),
			...short.found.map(([, , , , digits = '']) => toFullYear(digits)),
			...years.found.map(([, year]) => Number(year)),
		]).filter((year) => year >= FROM && year <= TO),
		series: listDistinct([
			...inNumbers.map(([month = '']) => NUMBERS[month] as Series),
			...inLetters.map(([letter = '']) => LETTERS[letter.toLowerCase()] as Series),
			...short.found.flatMap(([, , first = '', second]) => parsePeriod(first, second)),
			...nearYear.found.map(([word]) => parseSeries(word)),
			...withoutMay.flatMap(([, first = '', second]) => parsePeriod(first, second)),
		]),
		rest: years.rest,
	};
};
