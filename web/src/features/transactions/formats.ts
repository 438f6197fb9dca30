import { DAY, inEastAfrica, TIME } from '../../ui/dates.ts';

/** A plain date `yyyy-MM-dd` in words; midnight of the business, so that no zone moves it. */
export const plainDay = (date: string) => inEastAfrica(`${date}T00:00:00+03:00`, DAY);

/** Date and time of an instant, as in the table. */
export const when = (instant: string) => ({
	day: inEastAfrica(instant, DAY),
	time: inEastAfrica(instant, TIME),
});

/** An instant at length: 'November 20, 2026 at 09:15:00 PM'. */
export const atLength = (instant: string) => inEastAfrica(instant, "MMMM dd, yyyy 'at' hh:mm:ss a");
