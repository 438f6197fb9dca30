import { now } from '#shared/clock.ts';
import { formatMessageTime, MONTHS, toEastAfricaTime, toYear } from '#shared/east-africa-time.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const formatTwo = (value: number) => String(value).padStart(2, '0');

const fields: Readonly<Record<string, (date: Date) => string>> = {
	yyyy: (date) => String(date.getUTCFullYear()).padStart(4, '0'),
	MMMM: (date) => MONTHS[date.getUTCMonth()] as string,
	MMM: (date) => (MONTHS[date.getUTCMonth()] as string).slice(0, 3),
	MM: (date) => formatTwo(date.getUTCMonth() + 1),
	EEEE: (date) => DAYS[date.getUTCDay()] as string,
	d: (date) => String(date.getUTCDate()),
	dd: (date) => formatTwo(date.getUTCDate()),
	HH: (date) => formatTwo(date.getUTCHours()),
	hh: (date) => formatTwo(date.getUTCHours() % 12 || 12),
	mm: (date) => formatTwo(date.getUTCMinutes()),
	ss: (date) => formatTwo(date.getUTCSeconds()),
	a: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
};

/**
 * Formats an instant of the API in East Africa Time by one of the specification's patterns (date-fns tokens, literal
 * text in quotes). Without `Intl`, whose first format in a time zone takes 60 ms on a slow phone. Throws `RangeError`
 * if the text is not an instant.
 * @example formatInstant(paper.created_at, STAMP) // '2026-03-09 14:05:00'
 */
export const formatInstant = (instant: string, pattern: string) => {
	const date = toEastAfricaTime(Date.parse(instant));
	if (Number.isNaN(date.getTime())) throw new RangeError(`${instant} is no instant`);
	return pattern.replace(/'([^']*)'|([A-Za-z])\2*/g, (word, text?: string) => {
		const field = fields[word];
		if (text === undefined && !field) throw new RangeError(`${word} is no part of a date`);
		return field ? field(date) : (text ?? '');
	});
};

/** Formats a plain date `yyyy-MM-dd` by a pattern, as a day in East Africa whatever the time zone of the device. */
export const formatPlainDate = (date: string, pattern: string) =>
	formatInstant(`${date}T00:00:00+03:00`, pattern);

/** The pattern of a past paper's timestamps. */
export const STAMP = 'yyyy-MM-dd HH:mm:ss';
/** The pattern of a day on the console's own screens: '9 Mar 2026'. */
export const DAY = 'd MMM yyyy';

/** Formats an instant with its time: '9 Mar 2026, 14:05'. */
export const formatMoment = (instant: string) => formatMessageTime(Date.parse(instant));

/** Formats the day of an instant in a list, where the year stands only if it is not this one: '9 Mar'. */
export const formatListDay = (instant: string) =>
	toYear(new Date(instant)) === toYear(new Date(now()))
		? formatInstant(instant, 'd MMM')
		: formatInstant(instant, DAY);

/** Returns whether a moment is still to come. */
export const isLater = (instant: string | null | undefined): instant is string =>
	typeof instant === 'string' && Date.parse(instant) > now();

/** Says from when learners see what was published, in an array; an empty one for at once. */
export const listStart = (instant: string | null | undefined) =>
	isLater(instant) ? [`Learners see it from ${formatInstant(instant, 'd MMM, HH:mm')}.`] : [];

/** Formats the moment from which an item is shown: 'From 3 Dec, 08:00'. */
export const formatStart = (instant: string) => `From ${formatInstant(instant, 'd MMM, HH:mm')}`;
