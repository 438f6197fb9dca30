import type { ExamSet } from '#shared/contract/exam-sets.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The month that a name begins a word with; 0 for none. */
const monthIn = (name: string) =>
	MONTHS.findLastIndex((month) => new RegExp(`\\b${month}`, 'i').test(name)) + 1;

/** The last series of a course: of its last year the latest month, else the last that was made. */
export const lastSeries = <Set extends Pick<ExamSet, 'name' | 'year' | 'created_at'>>(
	sets: readonly Set[],
): Set | undefined =>
	sets.toSorted(
		(a, b) =>
			b.year - a.year ||
			monthIn(b.name) - monthIn(a.name) ||
			b.created_at.localeCompare(a.created_at),
	)[0];
