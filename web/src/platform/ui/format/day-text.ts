import { MONTHS, parseDay, SWAHILI_MONTHS } from '#shared/east-africa-time.ts';

/** Formats a day `yyyy-MM-dd` as Kenyans write it, dd/mm/yyyy; returns '' if it is not a day. */
export const formatDay = (day: string) =>
	parseDay(day) === undefined ? '' : day.split('-').reverse().join('/');

const formatTwo = (text = '') => text.padStart(2, '0');

/** Matches dates copied from the console: `Nov 05, 2026 11:35 PM`, `05 Nov 2026 23:35`. */
const COPIED = /^(\d{1,2} )?([a-z]{3,9}) (\d{1,2}, )?(\d{4})$/i;
const TIME_AFTER = /(,| at)?[ T]\d{1,2}:\d\d.*$/;

const toNumbers = (typed: string) => {
	const [, dayBefore, word = '', dayAfter = '', year] = COPIED.exec(typed) ?? [];
	const isMonth = (name: string) => name.toLowerCase().startsWith(word.toLowerCase());
	const month =
		MONTHS.findIndex((name, index) => isMonth(name) || isMonth(SWAHILI_MONTHS[index] ?? '')) + 1;
	return year && month > 0
		? `${Number.parseInt(dayBefore ?? dayAfter, 10)}/${month}/${year}`
		: typed;
};

/**
 * Parses a day with the day first (5/7/2026, 05.07.26, 05072026), as 2026-07-05, or as the console shows it, with or
 * without a time. Returns `yyyy-MM-dd`, or undefined if it is not a day. A year of two digits counts only if the text
 * is `finished`, because more digits may follow.
 */
export const parseDayText = (text: string, finished: boolean) => {
	const typed = toNumbers(text.trim().replace(TIME_AFTER, ''));
	const [, y, m, d] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed) ?? [];
	const [, day, month, year = ''] =
		/^(\d{1,2})[\s/.-]+(\d{1,2})[\s/.-]+(\d{2}|\d{4})$/.exec(typed) ??
		/^(\d\d)(\d\d)(\d{4})$/.exec(typed) ??
		[];
	if (year.length === 2 && !finished) return undefined;
	const read = y
		? `${y}-${formatTwo(m)}-${formatTwo(d)}`
		: `${year.length === 2 ? '20' : ''}${year}-${formatTwo(month)}-${formatTwo(day)}`;
	return parseDay(read) === undefined ? undefined : read;
};
