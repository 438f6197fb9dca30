import { toEastAfricaTime } from '#shared/east-africa-time.ts';

/** A value of a cell. */
export type Value = string | number | Date | null;
/** The time zone, for headings. */
export const ZONE = '(EAT UTC+03:00)';
/** Formats of times, days and amounts. */
export const TIME = 'd mmm yyyy, hh:mm';
export const DAY = 'd mmm yyyy';
export const MONEY = '#,##0.00';

/** Converts an instant to East Africa Time. Workbooks have no time zones, so the heading names it. */
export const toTime = (instant: string) => toEastAfricaTime(Date.parse(instant));

/** Types each value, so that Excel never runs a text as a formula. */
export const toCell = (value: Value, format = TIME) => {
	if (value === null) return null;
	if (value instanceof Date) return { value, type: Date, format };
	return typeof value === 'number'
		? { value, type: Number, ...(format === MONEY && { format }) }
		: { value, type: String };
};

/** Returns a bold cell. */
export const makeHead = (text: string) => ({
	value: text,
	type: String,
	fontWeight: 'bold' as const,
});
