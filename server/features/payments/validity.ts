import { dayOf, dayText, monthsLater, parseDay } from '#shared/east-africa-time.ts';

/** The dates of a payment of `months` that was made at a moment in milliseconds, or that begins on a day. */
export const validity = (months: number | null, at: number, start: string | null = null) => {
	if (months === null) return {};
	const day = (start !== null && parseDay(start)) || dayOf(at);
	return { start_date: dayText(day), end_date: dayText(monthsLater(day, months)) };
};
