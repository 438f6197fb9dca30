import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { FlexRender } from '@tanstack/react-table';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Named } from '../../api/cached-rows.ts';
import { highlightSaved } from '../highlight-saved.ts';
import { OneRow } from '../one-row.tsx';
import selecting from '../select/select.module.css';
import { SelectAllBox, SelectBox } from '../select/select-box.tsx';
import { useSelection } from '../select/selection.ts';
import stays from './headings.module.css';
import { type ShapeProps, useRowsInTurn } from './shape.ts';
import classes from './table.module.css';

const directions = { asc: 'ascending', desc: 'descending' } as const;
const icons = { asc: IconArrowUp, desc: IconArrowDown, none: IconArrowsSort };

/** Of one line of text. */
const LEAST_ROW_PX = 40;

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

/** The table as a table. */
export const WideTable = <Row extends { id: string }>(props: ShapeProps<Row>) => {
	const { table, label, actions, isBusy, current } = props;
	const shown = useRowsInTurn(props.rows, LEAST_ROW_PX);
	const { frame, fits } = useFits();
	const { columns } = table.options;
	const selects = useSelection() !== undefined;
	// biome-ignore lint/correctness/useExhaustiveDependencies: a row draws the columns that it was made with
	const draw = useCallback(
		(row: ShapeProps<Row>['rows'][number], busy: boolean) => (
			<tr
				ref={highlightSaved(row.original.id)}
				data-row={row.id}
				aria-busy={busy || undefined}
				aria-current={row.id === current || undefined}
			>
				{selects && (
					<td className={selecting.cell}>
						<SelectBox row={row.original as unknown as Named} />
					</td>
				)}
				{row.getAllCells().map((cell) => {
					const { meta } = cell.column.columnDef;
					const Cell = meta?.title ? 'th' : 'td';
					return (
						<Cell key={cell.id} {...(meta?.title && { scope: 'row' })} data-numeric={meta?.numeric}>
							<FlexRender cell={cell} />
						</Cell>
					);
				})}
				{actions && (
					<td>
						<div className={classes.actions}>{actions(row.original)}</div>
					</td>
				)}
			</tr>
		),
		[actions, columns, selects, current],
	);
	const fixed =
		table.options.manualSorting === true &&
		table.getFlatHeaders().some(({ column }) => column.columnDef.meta?.width);
	return (
		<div ref={frame} className={`${classes.frame} ${stays.frame}`} data-fits={fits || undefined}>
			<table className={classes.table} aria-label={label} data-fixed={fixed || undefined}>
				<thead>
					<tr>
						{selects && (
							<td className={selecting.cell}>
								<SelectAllBox />
							</td>
						)}
						{table.getFlatHeaders().map((header) => {
							const { column } = header;
							const sorted = column.getIsSorted();
							const Icon = icons[sorted || 'none'];
							return (
								<th
									key={header.id}
									scope="col"
									data-numeric={column.columnDef.meta?.numeric}
									data-tight={column.columnDef.meta?.tight}
									style={{ width: fixed ? column.columnDef.meta?.width : undefined }}
									aria-sort={sorted ? directions[sorted] : undefined}
								>
									{column.getCanSort() ? (
										<button
											type="button"
											className={classes.sort}
											data-sorted={sorted || undefined}
											onClick={column.getToggleSortingHandler()}
										>
											<FlexRender header={header} />
											<Icon size={14} aria-hidden />
										</button>
									) : (
										<FlexRender header={header} />
									)}
								</th>
							);
						})}
						{actions && (
							<th scope="col" data-tight>
								Actions
							</th>
						)}
					</tr>
				</thead>
				<tbody>
					{shown.map((row) => (
						<OneRow
							key={row.id}
							row={row}
							item={row.original}
							busy={isBusy?.(row.original) ?? false}
							draw={draw}
						/>
					))}
				</tbody>
			</table>
		</div>
	);
};
