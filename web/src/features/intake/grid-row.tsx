import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { memo, useSyncExternalStore } from 'react';
import type { IntakeRow } from '#shared/contract/intake.ts';
import { usePart } from '../../api/part.ts';
import { preparePreview } from '../../ui/preview/late-body.tsx';
import { columns, fromWords, isNewSet, type Names } from './columns.ts';
import classes from './grid.module.css';
import { FILE, type Grid, PROBLEMS } from './grid-state.ts';
import { problemWords, worstOf } from './problems.ts';

/** What a cell that is edited does with what was typed. */
export type SaveCell = (
	row: IntakeRow,
	col: number,
	value: unknown,
	step: readonly [number, number],
	all: boolean,
) => void;

interface GridRowProps {
	row: IntakeRow;
	/** From 1, behind the headings. */
	place: number;
	names: Names;
	grid: Grid;
	onSave: SaveCell;
	onPreview: (row: IntakeRow) => void;
}

const load = () => import('./edit-cell.tsx');

/** Fetches what it takes to edit. */
export const prepareEdit = () => void load().catch(() => {});

const Edited = (props: Omit<GridRowProps, 'place' | 'onPreview'> & { col: number }) => {
	const { row, col, names, grid, onSave } = props;
	const EditCell = usePart('edit cell', load, { patient: true }).data?.EditCell;
	const column = columns[col - 1];
	if (!EditCell || !column) return null;
	return (
		<EditCell
			row={row}
			column={column}
			names={names}
			typed={grid.editing()?.typed}
			onSave={(value, step, all) => onSave(row, col, value, step, all)}
			onLeave={() => {
				grid.endEdit();
				grid.focus();
			}}
		/>
	);
};

/** The problems of a row in one line, the one that stops first. */
const Problems = ({ row }: { row: IntakeRow }) => {
	const worst = worstOf(row);
	if (!worst) return <span className="quiet">{problemWords(row)}</span>;
	const Icon = worst === 'stops' ? IconCircleX : IconAlertTriangle;
	return (
		<span className={classes.problem} data-severity={worst}>
			<Icon size={16} aria-label={worst === 'stops' ? 'Stops' : 'Look at'} />
			<span>{problemWords(row)}</span>
		</span>
	);
};

/** A row of the grid, drawn anew when it or what of it is selected has changed. */
export const GridRow = memo((props: GridRowProps) => {
	const { row, place, names, grid, onPreview } = props;
	const drawn = useSyncExternalStore(grid.subscribe, () => grid.drawn(row.id));
	const [at, range, edited] = drawn.split('|') as [string, string, string];
	const [from = -1, to = -1] = range === '' ? [] : range.split('-').map(Number);
	const cell = (col: number) => ({
		'data-at': `${row.id}/${col}`,
		tabIndex: at === String(col) ? 0 : -1,
		'aria-selected': col >= from && col <= to,
		'aria-colindex': col + 1,
	});
	const wrong = new Set(row.problems.map(({ field }) => field));
	const isPdf = row.file.type === 'application/pdf';
	return (
		<tr aria-rowindex={place + 1} data-skipped={row.skipped || undefined}>
			<th scope="row" {...cell(FILE)} title={row.path}>
				{isPdf ? (
					<button
						type="button"
						tabIndex={-1}
						onPointerEnter={preparePreview}
						onClick={() => onPreview(row)}
					>
						{row.file.name}
					</button>
				) : (
					row.file.name
				)}
			</th>
			{columns.map((column, index) => {
				const col = index + 1;
				const text = column.show(row.values, names);
				const where = fromWords(row, column.field);
				return (
					<td
						key={column.field}
						{...cell(col)}
						data-from={row.from[column.field]}
						data-new={(column.field === 'exam_set' && isNewSet(row.values)) || undefined}
						aria-invalid={wrong.has(column.field) || undefined}
						title={[text, where].filter(Boolean).join(', ') || undefined}
					>
						{edited === String(col) ? <Edited {...props} col={col} /> : text}
					</td>
				);
			})}
			<td {...cell(PROBLEMS)} title={row.problems.map(({ text }) => text).join('\n') || undefined}>
				<Problems row={row} />
			</td>
		</tr>
	);
});
