import { dayText, firstDayOf, monthOf } from '#shared/east-africa-time.ts';

/** A first and a last day, both included, as the list of payments takes them. */
export interface Period {
	from: string;
	to: string;
}

/** A whole month in East Africa Time: the one of `at` (milliseconds), or some months before it. */
export const monthBefore = (at: number, back = 0): Period => {
	const month = monthOf(at) - back;
	return { from: dayText(firstDayOf(month)), to: dayText(firstDayOf(month + 1) - 1) };
};
