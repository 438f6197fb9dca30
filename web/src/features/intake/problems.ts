import type { IntakeProblem, IntakeRow } from '#shared/contract/intake.ts';

const refused = { code: 'refused', severity: 'stops', field: null, ref: null } as const;

/** Returns the problems of a row, errors first; the reason why its last save failed comes before them. */
export const problemsOf = ({ error, problems }: IntakeRow): readonly IntakeProblem[] => [
	...(error === null ? [] : [{ ...refused, text: error }]),
	...problems.toSorted((a, b) => Number(b.severity === 'stops') - Number(a.severity === 'stops')),
];

/** Returns the severity of the worst problem of a row; none for a row that is left out. */
export const worstOf = (row: IntakeRow): IntakeProblem['severity'] | undefined =>
	row.skipped ? undefined : problemsOf(row)[0]?.severity;

/** Returns the state of a row in one line: its first problem, or that it is ready. */
export const stateOf = (row: IntakeRow): string => {
	if (row.skipped) return 'Left out';
	const [first, ...more] = problemsOf(row);
	if (first) return more.length > 0 ? `${first.text} (and ${more.length} more)` : first.text;
	return row.inside === null && row.file.type === 'application/pdf' ? 'Reading…' : 'Ready';
};

/** Returns whether the next save includes a row. A save that failed can be repeated. */
export const isReady = (row: IntakeRow) =>
	!row.skipped && row.paper_id === null && worstOf({ ...row, error: null }) !== 'stops';

const ranks = { stops: 0, warns: 1, none: 2 };
const rankOf = (row: IntakeRow) => ranks[worstOf(row) ?? 'none'];

/** Sorts rows: those with errors first, then those with warnings; the others keep their order. */
export const problemsFirst = (rows: readonly IntakeRow[]) =>
	rows.toSorted((a, b) => rankOf(a) - rankOf(b));
