import type { ExamSet, Series } from '#shared/contract/exam-sets.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const SERIES: Readonly<Record<Series, number>> = { march: 3, july: 7, november: 11, other: 0 };

/** The month that a name begins a word with; 0 for none. */
const monthIn = (name: string) =>
	MONTHS.findLastIndex((month) => new RegExp(`\\b${month}`, 'i').test(name)) + 1;

/** The month of a set: of its series, or else of its name. */
const monthOf = ({ series, name }: Pick<ExamSet, 'series' | 'name'>) =>
	(series && SERIES[series]) || monthIn(name);

/** The last series of a course: of its last year the latest month, else the last that was made. */
export const lastSeries = <Set extends Pick<ExamSet, 'name' | 'year' | 'series' | 'created_at'>>(
	sets: readonly Set[],
): Set | undefined =>
	sets.toSorted(
		(a, b) =>
			b.year - a.year || monthOf(b) - monthOf(a) || b.created_at.localeCompare(a.created_at),
	)[0];
