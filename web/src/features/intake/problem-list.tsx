import { List } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import type { IntakeProblem, IntakeRow } from '#shared/contract/intake.ts';
import { LinkText } from '../../ui/page/links.tsx';
import classes from './intake.module.css';
import { problemsOf } from './problems.ts';

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
			<LinkText
				className={classes.inText ?? ''}
				to="/admin/pastpapers/$paperId"
				params={{ paperId: paper.id }}
			>
				{paper.name}
			</LinkText>
			{text.slice(start + paper.name.length)}
		</>
	);
};

/** Renders all problems of a row, errors first. */
export const Problems = ({ row }: { row: IntakeRow }) => {
	const problems = problemsOf(row);
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
