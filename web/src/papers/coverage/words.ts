import { formatMissingPairs } from '#shared/contract/content/course-overview.ts';
import {
	type Coverage,
	type CoverageState,
	coverageStates,
	formatColumn,
} from '#shared/contract/papers/coverage.ts';
import { toTextCell } from '#shared/csv-cell.ts';
import { formatCount } from '#shared/grouped.ts';

/** Labels of cell states. */
export const stateWords: Readonly<Record<CoverageState, string>> = {
	published: 'Published',
	draft: 'Draft',
	no_file: 'No file',
	missing: 'Missing',
	not_held: 'Not held',
};

/** Name of the row for papers without a subject. */
export const NO_SUBJECT = 'No subject';

/** Returns '12 of 60 subject and series pairs have no paper'. */
export const formatMissing = ({ totals }: Coverage) => {
	const expected = totals.missing + totals.published + totals.draft + totals.no_file;
	if (expected === 0) return 'No papers yet';
	if (totals.missing > 0) return formatMissingPairs(totals.missing, expected);
	return expected === 1 ? 'The only paper exists' : `All ${formatCount(expected, 'paper')} exist`;
};

/** Returns the states that occur, with the number of cells of each. */
export const listCounts = ({ totals }: Coverage) =>
	coverageStates
		.filter((state) => totals[state] > 0)
		.map((state) => [state, totals[state]] as const);

/** Returns the grid as CSV with a byte order mark, for spreadsheets. */
export const toCsv = ({ columns, rows }: Coverage) => {
	const lines = [
		['Subject', ...columns.map(formatColumn)],
		...rows.map(({ subject, cells }) => [
			subject?.name ?? NO_SUBJECT,
			...cells.map(({ state }) => (state ? stateWords[state] : '')),
		]),
	];
	return `\ufeff${lines.map((line) => `${line.map(toTextCell).join(',')}\r\n`).join('')}`;
};
