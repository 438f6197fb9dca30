import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Named } from '../../api/cached-rows.ts';
import { OneRow, rowProps } from '../rows/one-row.tsx';
import selecting from '../select/select.module.css';
import { SelectAllBox, SelectBox } from '../select/select-box.tsx';
import { useSelection } from '../select/selection.ts';
import { type Column, drawCell } from './columns.ts';
import type { ShapeProps } from './shape.ts';
import type { Sorting } from './sort.ts';
import classes from './table.module.css';

/**
 * Whether a table is no wider than its frame. The headings of one that fits stay below the header of the console; a
 * wider one scrolls in its frame, which would hold them there.
 */
const useFits = () => {
	const frame = useRef<HTMLDivElement>(null);
	const [fits, setFits] = useState(true);
	useEffect(() => {
		const box = frame.current;
		const table = box?.firstElementChild;
		if (!box || !table) return;
		const watcher = new ResizeObserver(() =>
			setFits(table.getBoundingClientRect().width <= box.clientWidth + 1),
		);
		watcher.observe(box);
		watcher.observe(table);
		return () => watcher.disconnect();
	}, []);
	return { frame, fits };
};

const directions = {
	ascending: { sorted: 'ascending', Icon: IconArrowUp },
	descending: { sorted: 'descending', Icon: IconArrowDown },
	none: { sorted: undefined, Icon: IconArrowsSort },
} as const;

interface HeadingProps {
	column: Pick<Column<never>, 'id' | 'header' | 'numeric'>;
	sorting: Sorting;
	width: string | undefined;
}

const Heading = ({ column: { id, header, numeric }, sorting, width }: HeadingProps) => {
	const { sort, sortable, sortBy } = sorting;
	const direction = sort?.descending ? 'descending' : 'ascending';
	const { sorted, Icon } = directions[sort?.id === id ? direction : 'none'];
	return (
		<th scope="col" data-numeric={numeric} style={{ width }} aria-sort={sorted}>
			{sortable.includes(id) ? (
				<button
					type="button"
					className={classes.sort}
					data-sorted={sorted}
					onClick={() => sortBy(id)}
				>
					{header}
					<Icon size={14} aria-hidden />
				</button>
			) : (
				header
			)}
		</th>
	);
};

/** The table as a table. */
export const WideTable = <Row extends { id: string }>(props: ShapeProps<Row>) => {
	const { label, columns, rows, sorting, fixed, actions, isBusy, current } = props;
	const { frame, fits } = useFits();
	const selects = useSelection() !== undefined;
	const draw = useCallback(
		(row: Row, busy: boolean) => (
			<tr {...rowProps(row.id, busy, current)}>
				{selects && (
					<td className={selecting.cell}>
						<SelectBox row={row as unknown as Named} />
					</td>
				)}
				{columns.map((column) => {
					const Cell = column.title ? 'th' : 'td';
					return (
						<Cell
							key={column.id}
							scope={column.title ? 'row' : undefined}
							data-numeric={column.numeric}
						>
							{drawCell(column, row)}
						</Cell>
					);
				})}
				{actions && (
					<td>
						<div className={classes.actions}>{actions(row)}</div>
					</td>
				)}
			</tr>
		),
		[actions, columns, selects, current],
	);
	return (
		<div ref={frame} className={classes.frame} data-fits={fits || undefined}>
			<table className={classes.table} aria-label={label} data-fixed={fixed || undefined}>
				<thead>
					<tr>
						{selects && (
							<td className={selecting.cell}>
								<SelectAllBox />
							</td>
						)}
						{columns.map((column) => (
							<Heading
								key={column.id}
								column={column}
								sorting={sorting}
								width={fixed ? column.width : undefined}
							/>
						))}
						{actions && (
							<th scope="col" data-tight>
								Actions
							</th>
						)}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<OneRow key={row.id} row={row} busy={isBusy?.(row) ?? false} draw={draw} />
					))}
				</tbody>
			</table>
		</div>
	);
};
