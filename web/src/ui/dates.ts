import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';

/** The time zone of the business: every time on screen is East Africa Time. */
const ZONE = 'Africa/Nairobi';

/**
 * An instant of the API in East Africa Time, in one of the specification's patterns.
 * @example inEastAfrica(paper.created_at, STAMP) // '2026-03-09 14:05:00'
 */
export const inEastAfrica = (instant: string, pattern: string) =>
	format(new TZDate(instant, ZONE), pattern);

/** The pattern of a past paper's timestamps. */
export const STAMP = 'yyyy-MM-dd HH:mm:ss';
/** A short date, as in tables: 'Mar 09, 2026'. */
export const DAY = 'MMM dd, yyyy';
/** The time beside it: '02:05 PM'. */
export const TIME = 'hh:mm a';
