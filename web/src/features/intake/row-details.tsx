import { useSyncExternalStore } from 'react';
import type { IntakeProblem, IntakeRow } from '#shared/contract/intake.ts';
import { LinkText } from '../../ui/page/links.tsx';
import { columns, fromWords, type Names } from './columns.ts';
import classes from './foot.module.css';
import type { Grid } from './grid-state.ts';
import { problemsOf } from './problems.ts';

/** A problem in words; what it is about leads there. */
const Problem = ({ problem: { text, ref } }: { problem: IntakeProblem }) => {
	const paper = ref?.kind === 'pastpapers' ? ref : undefined;
	const at = paper ? text.indexOf(paper.name) : -1;
	if (!paper || at < 0) return text;
	return (
		<span>
			{text.slice(0, at)}
			<LinkText to="/admin/pastpapers/$paperId" params={{ paperId: paper.id }}>
				{paper.name}
			</LinkText>
			{text.slice(at + paper.name.length)}
		</span>
	);
};

/** All problems of a row. */
export const Problems = ({ row }: { row: IntakeRow }) => (
	<ul className={classes.problems}>
		{problemsOf(row).map((problem) => (
			<li key={`${problem.code} ${problem.text}`} data-severity={problem.severity}>
				<Problem problem={problem} />
			</li>
		))}
	</ul>
);

interface DetailsProps {
	rows: readonly IntakeRow[];
	grid: Grid;
	names: Names;
}

/** Of the cell where one is: where its value comes from, and all problems of its row. */
export const RowDetails = ({ rows, grid, names }: DetailsProps) => {
	const at = useSyncExternalStore(grid.subscribe, () => {
		const cell = grid.active();
		return cell ? `${cell.row}/${cell.col}` : '';
	});
	const [id, col] = at.split('/');
	const row = rows.find((each) => each.id === id);
	if (!row) return null;
	const column = columns[Number(col) - 1];
	const text = column?.show(row.values, names);
	return (
		<div className={classes.details}>
			<p>
				<strong>{row.path}</strong>
				{column && text && (
					<span>
						{[`${column.label}: ${text}`, fromWords(row, column.field)].filter(Boolean).join(', ')}
					</span>
				)}
			</p>
			<Problems row={row} />
		</div>
	);
};
