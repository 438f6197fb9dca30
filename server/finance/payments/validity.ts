import { addMonths, formatDay, parseDay, toDayNumber } from '#shared/east-africa-time.ts';

/** Returns the dates of a payment for `months`, from a day, or from the day of a moment in milliseconds. */
export const computeValidity = (months: number | null, at: number, start: string | null = null) => {
	if (months === null) return {};
	const day = (start !== null && parseDay(start)) || toDayNumber(at);
	return { start_date: formatDay(day), end_date: formatDay(addMonths(day, months)) };
};
