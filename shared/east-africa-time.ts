/** East Africa Time is UTC+3 all year, so its calendar is plain arithmetic. */
const OFFSET_MS = 3 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Returns the number of days since 1970-01-01 in East Africa Time. */
export const toDayNumber = (ms: number) => Math.floor((ms + OFFSET_MS) / DAY_MS);
/** Returns the number of months since January of year 0, in East Africa Time. */
export const toMonthNumber = (ms: number) => getMonthOfDay(toDayNumber(ms));

/** Returns the month of a day. */
export const getMonthOfDay = (day: number) => {
	const date = new Date(day * DAY_MS);
	return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/** Formats an instant as the API and the database have it, in UTC. */
export const formatIso = (ms: number) => new Date(ms).toISOString();

/** Returns the instant at which a day begins, in milliseconds. */
export const getDayStart = (day: number) => day * DAY_MS - OFFSET_MS;
/** Returns the first day of a month. */
export const getFirstDay = (month: number) =>
	Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;

/** Formats a day as `yyyy-MM-dd`, and a month as `yyyy-MM`. */
export const formatDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
export const formatMonth = (month: number) => formatDay(getFirstDay(month)).slice(0, 7);

/** A month as text, of this century. */
export const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

/** Returns the first and the last day of a month, as the range of a list. */
export const getDaysOfMonth = (month: number) => ({
	from: formatDay(getFirstDay(month)),
	to: formatDay(getFirstDay(month + 1) - 1),
});

/** Parses `yyyy-MM-dd`; undefined for an invalid day (30 February). */
export const parseDay = (text: string) => {
	if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return undefined;
	const ms = Date.parse(`${text}T00:00:00Z`);
	return Number.isNaN(ms) || formatDay(ms / DAY_MS) !== text ? undefined : ms / DAY_MS;
};

/** Returns the same day some months later, or the last day of that month. */
export const addMonths = (day: number, months: number) => {
	const month = getMonthOfDay(day) + months;
	const ofMonth = day - getFirstDay(getMonthOfDay(day));
	return Math.min(getFirstDay(month) + ofMonth, getFirstDay(month + 1) - 1);
};

/** Returns a date whose UTC fields are those of an instant in East Africa Time. */
export const toEastAfricaTime = (ms: number) => new Date(ms + OFFSET_MS);

const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
let lastDay = { day: Number.NaN, text: '' };

/** Returns an instant as ISO 8601 in East Africa Time. Caches the last date, for large exports. */
export const formatEastAfricaTime = (ms: number) => {
	const day = toDayNumber(ms);
	if (day !== lastDay.day) lastDay = { day, text: formatDay(day) };
	const second = Math.floor((ms - getDayStart(day)) / 1000);
	const [h, m, s] = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60];
	return `${lastDay.text}T${TWO_DIGITS[h]}:${TWO_DIGITS[m]}:${TWO_DIGITS[s]}+03:00`;
};

/** Parses M-Pesa's 14 digits `yyyyMMddHHmmss`, Kenyan local time; undefined for other texts. */
export const parseMpesaTime = (text: string) => {
	const [, y, mo, d, h, mi, s] = /^([2-9]\d{3})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
	if (!y || Number(h) > 23 || Number(mi) > 59 || Number(s) > 59) return undefined;
	const day = parseDay(`${y}-${mo}-${d}`);
	return day === undefined
		? undefined
		: getDayStart(day) + Number(h) * HOUR_MS + Number(mi) * 60_000 + Number(s) * 1000;
};

/** Formats an instant as M-Pesa's 14 digits. */
export const formatMpesaTime = (ms: number) =>
	toEastAfricaTime(ms).toISOString().slice(0, 19).replace(/\D/g, '');

/** Returns the calendar year of an instant, in East Africa Time. */
export const toYear = (instant: Date) => Math.floor(toMonthNumber(instant.getTime()) / 12);

/** The months' names in English, January first. */
export const MONTHS = [
	...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
	...['October', 'November', 'December'],
] as const;

/** The months' names in Swahili, January first. */
export const SWAHILI_MONTHS = [
	...['Januari', 'Februari', 'Machi', 'Aprili', 'Mei', 'Juni', 'Julai', 'Agosti', 'Septemba'],
	...['Oktoba', 'Novemba', 'Desemba'],
] as const;

/** Formats a month `yyyy-MM` in words: `October 2026`. */
export const formatMonthWords = (month: string) =>
	`${MONTHS[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;

/** Formats an instant as its day, with the months' names in English or Swahili: `5 Jul 2026`, `5 Des 2026`. */
export const formatMessageDay = (ms: number, months: readonly string[] = MONTHS) => {
	const date = toEastAfricaTime(ms);
	return `${date.getUTCDate()} ${months[date.getUTCMonth()]?.slice(0, 3)} ${date.getUTCFullYear()}`;
};

/** Formats an instant as its day and time: `5 Jul 2026, 15:30`. */
export const formatMessageTime = (ms: number) => {
	const date = toEastAfricaTime(ms);
	return `${formatMessageDay(ms)}, ${TWO_DIGITS[date.getUTCHours()]}:${TWO_DIGITS[date.getUTCMinutes()]}`;
};

/**
 * Formats the period from an instant until before another: `October 2026`, `1 Oct 2026 to 14 Oct 2026`, and with times
 * if it begins or ends within a day.
 */
export const formatPeriod = ([from = '', to = '']: readonly string[]) => {
	const [first, end] = [Date.parse(from), Date.parse(to)];
	const [day, last] = [toDayNumber(first), toDayNumber(end - 1)];
	if (first !== getDayStart(day) || end !== getDayStart(last + 1))
		return `${formatMessageTime(first)} to ${formatMessageTime(end)}`;
	const month = getMonthOfDay(day);
	if (day === getFirstDay(month) && last === getFirstDay(month + 1) - 1)
		return formatMonthWords(formatMonth(month));
	return day === last
		? formatMessageDay(first)
		: `${formatMessageDay(first)} to ${formatMessageDay(end - 1)}`;
};
