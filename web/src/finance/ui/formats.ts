import { now } from '#shared/clock.ts';
import type { AccountAccess } from '#shared/contract/finance/accounts.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { formatCount } from '#shared/grouped.ts';
import { DAY, formatInstant, formatPlainDate } from '../../platform/ui/format/dates.ts';

/** The specification's pattern of a date in the table of payments: 'Mar 09, 2026'. */
const TABLE_DAY = 'MMM dd, yyyy';

/** Formats a date `yyyy-MM-dd` as in the table of payments. */
export const formatTableDate = (date: string) => formatPlainDate(date, TABLE_DAY);

/** Formats a date `yyyy-MM-dd`: '9 Mar 2026'. */
export const formatDate = (date: string) => formatPlainDate(date, DAY);

const LONG_DAY = 'MMMM dd, yyyy';

/** Formats a date in full: 'November 20, 2026'. */
export const formatLongDate = (date: string) => formatPlainDate(date, LONG_DAY);

/** A SHA-256 in hex, which M-Pesa sends for a hidden number (Daraja, C2B v1), or its masked end. */
const HASHED = /^([0-9a-f]{64}|••• [0-9a-f]{3})$/i;

/** Returns whether M-Pesa sent a hash in place of the number. */
export const isHashed = (phone: string) => HASHED.test(phone);

/** Formats a phone number; a hashed one is shown by its last characters. */
export const formatPhone = (phone: string) =>
	isHashed(phone) ? `Hidden by M-Pesa · …${phone.slice(-4).trim()}` : phone;

/** Formats the date and the time of an instant as in the table of payments. */
export const formatDayAndTime = (instant: string) => ({
	day: formatInstant(instant, TABLE_DAY),
	time: formatInstant(instant, 'hh:mm a'),
});

/** Reads a number such as 12,500; null for an empty text. Other text is returned for the contract to refuse. */
export const parseNumber = (text = '') => {
	const digits = text.replace(/[,\s]/g, '');
	if (digits === '') return null;
	return Number.isNaN(Number(digits)) ? text : Number(digits);
};

const DAY_MS = 24 * 3_600_000;

/** Returns the day of a payment by M-Pesa's clock if that is more than a day from its creation. */
export const formatOtherPaidDay = ({ created_at, paid_at }: Transaction) =>
	paid_at !== null && Math.abs(Date.parse(paid_at) - Date.parse(created_at)) > DAY_MS
		? formatInstant(paid_at, TABLE_DAY)
		: undefined;

/** Formats an instant in full: 'November 20, 2026 at 09:15:00 PM'. */
export const formatFull = (instant: string) =>
	formatInstant(instant, `${LONG_DAY} 'at' hh:mm:ss a`);

/** Formats the time of an instant in East Africa: '16:07'. */
export const formatTime = (instant: string | number) =>
	formatInstant(new Date(instant).toISOString(), 'HH:mm');

/** Describes the access of an account: open until a day, ended on a day, or never open. */
export const describeAccess = ({ open, until }: Pick<AccountAccess, 'open' | 'until'>) => {
	if (until === null) return 'Never open';
	return `${open ? 'Open until' : 'Ended on'} ${formatDate(until)}`;
};

/** Returns a text of M-Pesa in quotes, with one full stop. */
export const formatQuote = (text: string) => `“${text.replace(/\.$/, '')}.”`;

/** Formats an account in comparable form: an issued number in groups of three. */
export const formatAccount = (account: string) =>
	account.toUpperCase().replace(/^([2-6]\d{2})(\d{3})(\d{3})$/, '$1 $2 $3');

/** Formats how long ago an instant was: `3 days ago`. */
export const formatAge = (instant: string) => {
	const hours = Math.floor((now() - Date.parse(instant)) / 3_600_000);
	if (hours < 1) return 'less than an hour ago';
	return hours < 48
		? `${formatCount(hours, 'hour')} ago`
		: `${formatCount(Math.floor(hours / 24), 'day')} ago`;
};
