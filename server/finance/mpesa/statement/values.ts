import { parseMpesaTime } from '#shared/east-africa-time.ts';

/**
 * Amounts with thousands separators: commas as the portal writes them, or dots with a decimal comma, as spreadsheets
 * with other locales save them.
 */
const GROUPED = /^-?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/;
const DECIMAL_COMMA = /^-?(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/;

const CURRENCY = /^([-(]?)(?:KES|KSHS?)\.?(?=[-\d(])/i;

/** Reads `1,100.00`, `1100,00`, `-23`, `(23.00)`, `KES 700.00`, ``, `-` as cents; undefined for other texts. */
export const readMoney = (text: string) => {
	let plain = text
		.replace(/\s/g, '')
		.replace(/[\u2012-\u2015\u2212]/g, '-')
		.replace(CURRENCY, '$1')
		.replace(/^\((.*)\)$/, '-$1');
	if (plain === '' || plain === '-') return 0;
	if (GROUPED.test(plain)) plain = plain.replaceAll(',', '');
	else if (DECIMAL_COMMA.test(plain)) plain = plain.replaceAll('.', '').replace(',', '.');
	// Three decimals may also be thousands.
	if (!/^-?\d{1,12}(\.\d+)?$/.test(plain) || /\.\d{3}$/.test(plain)) return undefined;
	return Math.round(Number(plain) * 100);
};

const DAY_FIRST = /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/;
/** `01-Oct-2026`, `1 October 2026`. */
const MONTH_NAMED = /^(?<day>\d{1,2})[-/. ](?<name>[a-z]{3})[a-z]*[-/. ](?<year>\d{4})$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const YEAR_FIRST = /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/;
/** Matches `12:00`, `12:00:00.0`, `1:05:00 PM`, `09:00:00Z`, `12:00:00+03:00`. */
const CLOCK =
	/^(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d{1,9})?)?(?: ?(?<half>[ap])\.?m\.?)?(?: ?(?<offset>z|[-+]\d\d(?::?\d\d)?))?$/i;
const EAST_AFRICA_MINUTES = 180;
const MINUTE_MS = 60_000;

/** Converts an hour with AM or PM to 24 hours; undefined for an invalid one. */
const toHour = (hour: number, half: string | undefined) => {
	if (!half) return hour;
	if (hour < 1 || hour > 12) return undefined;
	return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
};

const parseOffset = (offset: string) => {
	if (/^z$/i.test(offset)) return 0;
	const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', ''))];
	return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
};

const readDay = (date: string) => {
	const named = MONTH_NAMED.exec(date)?.groups;
	if (!named) return (DAY_FIRST.exec(date) ?? YEAR_FIRST.exec(date))?.groups;
	const month = MONTHS.indexOf((named.name ?? '').toLowerCase()) + 1;
	return month > 0 ? { ...named, month: `${month}` } : undefined;
};

/**
 * Reads a time of the portal: East Africa Time, day first, also with the month's name; or year first, with AM or PM, or with an offset, as
 * spreadsheets and other programs save it.
 */
export const readTime = (text: string) => {
	const [, date = '', clock = ''] = /^(\d{1,2} [a-z]+ \d{4}|\S+?)(?: +|T)(\d.*)$/i.exec(text) ?? [];
	const day = readDay(date);
	const time = CLOCK.exec(clock)?.groups;
	const hour = toHour(Number(time?.hour), time?.half);
	if (!day || !time || hour === undefined) return undefined;
	const parts = [day.year, day.month, day.day, hour, time.minute, time.second ?? '00'];
	const read = parseMpesaTime(parts.map((part) => String(part).padStart(2, '0')).join(''));
	if (read === undefined || !time.offset) return read;
	return read + (EAST_AFRICA_MINUTES - parseOffset(time.offset)) * MINUTE_MS;
};
