import { dayText, firstDayOf, monthOf } from '#shared/east-africa-time.ts';
import { inEastAfrica } from '../../ui/dates.ts';

/** The first and the last day of a span, both included, as the list of payments takes them. */
export interface Period {
	from: string;
	to: string;
}

/** A whole month in East Africa Time: the one of `at` (milliseconds), or some months before it. */
export const monthBefore = (at: number, back = 0): Period => {
	const month = monthOf(at) - back;
	return { from: dayText(firstDayOf(month)), to: dayText(firstDayOf(month + 1) - 1) };
};

/** A plain date `yyyy-MM-dd` in a pattern; noon of the business, so that no zone moves it. */
export const dateIn = (date: string, pattern: string) =>
	inEastAfrica(`${date}T12:00:00+03:00`, pattern);
