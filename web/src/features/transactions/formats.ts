import type { Transaction } from '#shared/contract/transactions.ts';
import { dayOf, dayText } from '#shared/east-africa-time.ts';
import { DAY, dayIn, inEastAfrica, TIME } from '../../ui/dates/dates.ts';

/** A plain date `yyyy-MM-dd` in words. */
export const plainDay = (date: string) => dayIn(date, DAY);

const LONG_DAY = 'MMMM dd, yyyy';

/** The same at length, as in the dialog: 'November 20, 2026'. */
export const longDay = (date: string) => dayIn(date, LONG_DAY);

/** SHA-256 in hex: what M-Pesa sends where it hides a payer's number (Daraja, C2B v1). */
const HASHED = /^([0-9a-f]{64}|••• [0-9a-f]{3})$/i;

/** Whether M-Pesa sent a hash for a number; where numbers are masked, its end. */
export const isHashed = (phone: string) => HASHED.test(phone);

/** A phone as people read it: a number that M-Pesa sent hashed has its last characters. */
export const shownPhone = (phone: string) =>
	isHashed(phone) ? `Hidden by M-Pesa · …${phone.slice(-4).trim()}` : phone;

/** Date and time of an instant, as in the table. */
export const when = (instant: string) => ({
	day: inEastAfrica(instant, DAY),
	time: inEastAfrica(instant, TIME),
});

/** A number as people write it, 12,500, and null for nothing; what is none stays text, for the contract to refuse. */
export const numberIn = (text = '') => {
	const digits = text.replace(/[,\s]/g, '');
	if (digits === '') return null;
	return Number.isNaN(Number(digits)) ? text : Number(digits);
};

const DAY_MS = 24 * 3_600_000;

/** The day of a payment by M-Pesa's clock, where that is more than a day off its own moment. */
export const otherPaidDay = ({ created_at, paid_at }: Transaction) =>
	paid_at !== null && Math.abs(Date.parse(paid_at) - Date.parse(created_at)) > DAY_MS
		? inEastAfrica(paid_at, DAY)
		: undefined;

/** An instant at length: 'November 20, 2026 at 09:15:00 PM'. */
export const atLength = (instant: string) => inEastAfrica(instant, `${LONG_DAY} 'at' hh:mm:ss a`);

/** The time of an instant in East Africa: '16:07'. */
export const clock = (instant: string | number) =>
	inEastAfrica(new Date(instant).toISOString(), 'HH:mm');

/** Returns whether a subscription until this date has expired, in East Africa Time. */
export const isOver = (until: string) => until < dayText(dayOf(Date.now()));

/** Returns M-Pesa's words in quotes, with one full stop. */
export const quoted = (text: string) => `“${text.replace(/\.$/, '')}.”`;
