import { type FocusEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { columns } from './columns.ts';
import classes from './grid.module.css';
import { pressInGrid } from './grid-keys.ts';
import { GridRow, prepareEdit } from './grid-row.tsx';
import { type Cell, FILE, type Grid, PROBLEMS } from './grid-state.ts';
import { type GridRows, isTyping, useGridVerbs } from './use-grid-verbs.ts';

interface GridTableProps extends GridRows {
	/** What it is called: 'Rows of the batch'. */
	label: string;
	/** Behind the rows: files on their way. */
	children: ReactNode;
}

const cellOf = ({ target }: { target: EventTarget }): Cell | undefined => {
	const at = (target as Element).closest<HTMLElement>('[data-at]')?.dataset.at;
	const [row, col] = at?.split('/') ?? [];
	return row === undefined ? undefined : { row, col: Number(col) };
};

/** Leads with the pointer or a finger: a click goes to a cell, with Shift it selects up to there, two edit it. */
const usePointer = (grid: Grid, enter: () => void) => {
	const before = useRef<string>(undefined);
	return {
		onMouseDown: (event: MouseEvent) => {
			const cell = cellOf(event);
			const active = grid.active();
			before.current = active && `${active.row}/${active.col}`;
			if (!cell || !event.shiftKey || isTyping(event)) return;
			event.preventDefault();
			grid.go(cell, true);
			grid.focus();
		},
		onClick: (event: MouseEvent) => {
			const cell = cellOf(event);
			if (!cell || isTyping(event) || cell.col === FILE) return;
			const touched = (event.nativeEvent as unknown as PointerEvent).pointerType === 'touch';
			if (touched && before.current === `${cell.row}/${cell.col}`) enter();
		},
		onDoubleClick: (event: MouseEvent) => {
			const cell = cellOf(event);
			if (cell && !isTyping(event) && cell.col !== FILE) enter();
		},
		onFocus: (event: FocusEvent) => {
			const cell = cellOf(event);
			const active = grid.active();
			if (!cell || isTyping(event)) return;
			// What was typed there cannot be taken yet.
			const input = grid.editing() && document.querySelector<HTMLElement>('[data-at] input');
			if (input) return input.focus();
			if (cell.row !== active?.row || cell.col !== active.col) grid.go(cell);
		},
	};
};

/** The rows of a batch as a spreadsheet. */
export const GridTable = (props: GridTableProps) => {
	const { label, rows, names, grid, onPreview } = props;
	const verbs = useGridVerbs(props);
	const pointer = usePointer(grid, () => verbs.enter());
	// Not only when somebody reaches for it: the line may be gone by then.
	useEffect(prepareEdit, []);
	useEffect(() => grid.show(rows.map(({ id }) => id)), [grid, rows]);
	return (
		<div className={classes.frame}>
			<table
				// biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is a grid, as ARIA has it
				role="grid"
				className={classes.table}
				aria-label={label}
				aria-multiselectable
				aria-rowcount={rows.length + 1}
				aria-colcount={PROBLEMS + 1}
				onKeyDown={(event) => pressInGrid(event, grid, verbs)}
				onCopy={verbs.copy}
				onPaste={verbs.paste}
				{...pointer}
			>
				<thead>
					<tr aria-rowindex={1}>
						<th scope="col" style={{ width: '11%' }}>
							File
						</th>
						{columns.map(({ field, label: heading, width }) => (
							<th key={field} scope="col" style={{ width: `${width}%` }}>
								{heading}
							</th>
						))}
						<th scope="col">Problems</th>
					</tr>
				</thead>
				<tbody>
					{rows.map((row, index) => (
						<GridRow
							key={row.id}
							row={row}
							place={index + 1}
							names={names}
							grid={grid}
							onSave={verbs.save}
							onPreview={onPreview}
						/>
					))}
				</tbody>
				{props.children}
			</table>
		</div>
	);
};
