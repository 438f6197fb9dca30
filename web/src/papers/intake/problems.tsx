import { List } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import type { IntakeProblem, IntakeRow } from '#shared/contract/papers/intake.ts';
import { LinkText } from '../../platform/ui/page/links.tsx';

const refused = { code: 'refused', severity: 'stops', field: null, ref: null } as const;

/** Returns the problems of a row, errors first; the reason why its last save failed comes before them. */
const listProblems = ({ error, problems }: IntakeRow): readonly IntakeProblem[] => [
	...(error === null ? [] : [{ ...refused, text: error }]),
	...problems.toSorted((a, b) => Number(b.severity === 'stops') - Number(a.severity === 'stops')),
];

/** Returns the severity of the worst problem of a row; none for a row that is left out. */
export const findWorst = (row: IntakeRow): IntakeProblem['severity'] | undefined =>
	row.skipped ? undefined : listProblems(row)[0]?.severity;

const isBeingRead = ({ reading, inside, file }: IntakeRow) =>
	reading !== null || (inside === null && file.type === 'application/pdf');

/** Returns the one state in which a row is counted. */
export const classifyRow = (row: IntakeRow) =>
	row.skipped ? 'skipped' : isBeingRead(row) ? 'reading' : (findWorst(row) ?? 'ready');

/** Returns the state of a row in one line: its first problem, or that it is ready. */
export const describeState = (row: IntakeRow): string => {
	if (row.skipped) return 'Left out';
	const [first, ...more] = listProblems(row);
	if (first) return more.length > 0 ? `${first.text} (and ${more.length} more)` : first.text;
	if (!isBeingRead(row)) return 'Ready';
	const { page = 1, of = 1 } = row.reading ?? {};
	return of > 1 ? `Reading page ${page} of ${of}` : 'Reading the page';
};

/** Returns whether the next save includes a row. A save that failed can be repeated. */
export const isReady = (row: IntakeRow) =>
	!row.skipped && row.paper_id === null && findWorst({ ...row, error: null }) !== 'stops';

const ranks = { stops: 0, warns: 1, none: 2 };
const rankRow = (row: IntakeRow) => ranks[findWorst(row) ?? 'none'];

/** Sorts rows: those with errors first, then those with warnings; the others keep their order. */
export const sortProblemsFirst = (rows: readonly IntakeRow[]) =>
	rows.toSorted((a, b) => rankRow(a) - rankRow(b));

/** Renders the icon of a severity: "Error" stops the save of a row, "Warning" does not. */
export const SeverityIcon = ({ severity }: Pick<IntakeProblem, 'severity'>) =>
	severity === 'stops' ? (
		<IconCircleX size={16} color="var(--mantine-color-error)" aria-label="Error" />
	) : (
		<IconAlertTriangle size={16} color="var(--mantine-color-orange-text)" aria-label="Warning" />
	);

/** Renders a problem, with a link to the past paper that it names. */
const ProblemText = ({ text, ref }: IntakeProblem) => {
	const paper = ref?.kind === 'pastpapers' ? ref : undefined;
	const start = paper ? text.indexOf(paper.name) : -1;
	if (!paper || start < 0) return text;
	return (
		<>
			{text.slice(0, start)}
			<LinkText to="/admin/pastpapers/$paperId" params={{ paperId: paper.id }}>
				<u>{paper.name}</u>
			</LinkText>
			{text.slice(start + paper.name.length)}
		</>
	);
};

/** Renders all problems of a row, errors first. */
export const Problems = ({ row }: { row: IntakeRow }) => {
	const problems = listProblems(row);
	if (problems.length === 0) return null;
	return (
		<List size="sm" spacing={4} center={false} pl={0} aria-label="Problems">
			{problems.map((problem) => (
				<List.Item
					key={`${problem.code} ${problem.text}`}
					icon={<SeverityIcon severity={problem.severity} />}
					style={{ overflowWrap: 'anywhere' }}
				>
					<ProblemText {...problem} />
				</List.Item>
			))}
		</List>
	);
};
