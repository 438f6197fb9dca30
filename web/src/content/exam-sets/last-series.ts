import { type ExamSet, type Series, YEAR_MAX } from '#shared/contract/content/exam-sets.ts';

/** Order of KNEC's three series in a year: March, July, November. */
const SERIES_ORDER: readonly Series[] = ['march', 'july', 'november'];

type DatedSet = Pick<ExamSet, 'name' | 'year' | 'series' | 'created_at'>;

/** Returns the series of a set, or the series whose month starts a word of its name; else null. */
const findSeries = ({ series, name }: DatedSet): Series | null =>
	series ??
	SERIES_ORDER.findLast((each) => new RegExp(`\\b${each.slice(0, 3)}`, 'i').test(name)) ??
	null;

const getSeriesIndex = (set: DatedSet) => SERIES_ORDER.indexOf(findSeries(set) ?? 'other');

/** Returns the last exam set of a course by year, then by series, then by creation time. */
export const findLastSeries = <Set extends DatedSet>(sets: readonly Set[]): Set | undefined =>
	sets.toSorted(
		(a, b) =>
			b.year - a.year ||
			getSeriesIndex(b) - getSeriesIndex(a) ||
			b.created_at.localeCompare(a.created_at),
	)[0];

/**
 * Returns the last exam set of a course with the year and series of the set that follows. Only series that the course
 * has had count, because few courses are examined in all three: July follows July in a course with July sets only.
 */
export const findNextSeries = <Set extends DatedSet>(sets: readonly Set[]) => {
	const last = findLastSeries(sets);
	if (!last) return undefined;
	const series = findSeries(last);
	const used = new Set(sets.map(findSeries));
	const usedInOrder = SERIES_ORDER.filter((each) => used.has(each));
	const index = series === null ? -1 : usedInOrder.indexOf(series);
	const later = index < 0 ? undefined : usedInOrder[index + 1];
	const next = later
		? { year: last.year, series: later }
		: {
				year: Math.min(last.year + 1, YEAR_MAX),
				series: usedInOrder[0] && index >= 0 ? usedInOrder[0] : series,
			};
	return { ...last, series, next };
};
