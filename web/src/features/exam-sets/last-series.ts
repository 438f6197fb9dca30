import { type ExamSet, type Series, YEAR_MAX } from '#shared/contract/exam-sets.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const SERIES: Readonly<Record<Series, number>> = { march: 3, july: 7, november: 11, other: 0 };

/** KNEC has three a year: November 2022, March 2023, July 2023 and so on. */
const SERIES_IN_TURN: readonly Series[] = ['march', 'july', 'november'];

/** The month that a name begins a word with; 0 for none. */
const monthIn = (name: string) =>
	MONTHS.findLastIndex((month) => new RegExp(`\\b${month}`, 'i').test(name)) + 1;

/** The month of a set: of its series, or else of its name. */
const monthOf = ({ series, name }: Pick<ExamSet, 'series' | 'name'>) =>
	(series && SERIES[series]) || monthIn(name);

type Sat = Pick<ExamSet, 'name' | 'year' | 'series' | 'created_at'>;

const seriesOf = (set: Sat): Series | null => {
	const month = monthOf(set);
	return set.series ?? SERIES_IN_TURN.find((series) => SERIES[series] === month) ?? null;
};

/** The last series of a course: of its last year the latest month, else the last that was made. */
export const lastSeries = <Set extends Sat>(sets: readonly Set[]): Set | undefined =>
	sets.toSorted(
		(a, b) =>
			b.year - a.year || monthOf(b) - monthOf(a) || b.created_at.localeCompare(a.created_at),
	)[0];

/**
 * The last series of a course, to be copied for the one after it: the next that the course has been sat in, in any
 * year, since few courses are sat in all three; so of a course that is always sat in July it is July again.
 */
export const nextSeries = <Set extends Sat>(sets: readonly Set[]) => {
	const last = lastSeries(sets);
	if (!last) return undefined;
	const series = seriesOf(last);
	const sat = new Set(sets.map(seriesOf));
	const turn = SERIES_IN_TURN.filter((each) => sat.has(each));
	const at = series === null ? -1 : turn.indexOf(series);
	const later = at < 0 ? undefined : turn[at + 1];
	const next = later
		? { year: last.year, series: later }
		: { year: Math.min(last.year + 1, YEAR_MAX), series: turn[0] && at >= 0 ? turn[0] : series };
	return { ...last, series, next };
};
