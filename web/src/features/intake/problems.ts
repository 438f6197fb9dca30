import type { IntakeProblem, IntakeRow } from '#shared/contract/intake.ts';

/** Whether anything of a row is to be looked at, and whether that stops its save. */
export const worstOf = ({
	problems,
	skipped,
	error,
}: IntakeRow): IntakeProblem['severity'] | undefined => {
	if (skipped) return undefined;
	if (error !== null || problems.some(({ severity }) => severity === 'stops')) return 'stops';
	return problems.length > 0 ? 'warns' : undefined;
};

/** The problems of a row, what stops first; what the save said before all. */
export const problemsOf = (row: IntakeRow): readonly IntakeProblem[] => {
	const refused = row.error === null ? [] : [{ ...REFUSED, text: row.error }];
	const bySeverity = row.problems.toSorted(
		(a, b) => Number(b.severity === 'stops') - Number(a.severity === 'stops'),
	);
	return [...refused, ...bySeverity];
};

const REFUSED = { code: 'refused', severity: 'stops', field: null, ref: null } as const;

/** Its problems in one line, or how it stands where there are none. */
export const problemWords = (row: IntakeRow): string => {
	if (row.skipped) return 'Left out';
	const [first, ...more] = problemsOf(row);
	if (first) return more.length > 0 ? `${first.text} · ${more.length} more` : first.text;
	return row.inside === null && row.file.type === 'application/pdf' ? 'Being read…' : 'Ready';
};

/** Whether a row would be saved now. */
export const isReady = (row: IntakeRow) =>
	!row.skipped && row.paper_id === null && worstOf({ ...row, error: null }) !== 'stops';
