import { type ExamSet, type Series, YEAR_MAX } from '#shared/contract/exam-sets.ts';

/** KNEC has three a year: November 2022, March 2023, July 2023 and so on. */
const SERIES_IN_TURN: readonly Series[] = ['march', 'july', 'november'];

type Sat = Pick<ExamSet, 'name' | 'year' | 'series' | 'created_at'>;

/** The series of a set, or else the one whose month begins a word of its name. */
const seriesOf = ({ series, name }: Sat): Series | null =>
	series ??
	SERIES_IN_TURN.findLast((each) => new RegExp(`\\b${each.slice(0, 3)}`, 'i').test(name)) ??
	null;

const turnOf = (set: Sat) => SERIES_IN_TURN.indexOf(seriesOf(set) ?? 'other');

/** The last series of a course: the latest of its last year, else the last that was made. */
export const lastSeries = <Set extends Sat>(sets: readonly Set[]): Set | undefined =>
	sets.toSorted(
		(a, b) => b.year - a.year || turnOf(b) - turnOf(a) || b.created_at.localeCompare(a.created_at),
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
