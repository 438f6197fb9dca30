import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { RowBusy } from '../row-busy.tsx';
import { showJustSaved } from '../show-just-saved.ts';
import { type ShapeProps, useRowsInTurn } from './shape.ts';
import classes from './table.module.css';

const directions = { asc: 'ascending', desc: 'descending' } as const;
const icons = { asc: IconArrowUp, desc: IconArrowDown, none: IconArrowsSort };

/** Of one line of text. */
const LEAST_ROW_PX = 40;

/** The table as a table. */
export const WideTable = <Row extends { id: string }>(props: ShapeProps<Row>) => {
	const { table, label, actions, isBusy } = props;
	const rows = useRowsInTurn(table, LEAST_ROW_PX);
	const fixed = table.getFlatHeaders().some(({ column }) => column.columnDef.meta?.width);
	return (
		<div className={classes.frame}>
			<table className={classes.table} aria-label={label} data-fixed={fixed || undefined}>
				<thead>
					<tr>
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
									style={{ width: column.columnDef.meta?.width }}
									aria-sort={sorted ? directions[sorted] : undefined}
								>
									{column.getCanSort() ? (
										<button
											type="button"
											className={classes.sort}
											data-sorted={sorted || undefined}
											onClick={column.getToggleSortingHandler()}
										>
											<table.FlexRender header={header} />
											<Icon size={14} aria-hidden />
										</button>
									) : (
										<table.FlexRender header={header} />
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
					{rows.map((row) => (
						<RowBusy key={row.id} busy={isBusy?.(row.original) ?? false}>
							<tr
								ref={showJustSaved(row.original.id)}
								aria-busy={isBusy?.(row.original) || undefined}
							>
								{row.getAllCells().map((cell) => {
									const { meta } = cell.column.columnDef;
									const Cell = meta?.title ? 'th' : 'td';
									return (
										<Cell
											key={cell.id}
											{...(meta?.title && { scope: 'row' })}
											data-numeric={meta?.numeric}
										>
											<table.FlexRender cell={cell} />
										</Cell>
									);
								})}
								{actions && (
									<td>
										<div className={classes.actions}>{actions(row.original)}</div>
									</td>
								)}
							</tr>
						</RowBusy>
					))}
				</tbody>
			</table>
		</div>
	);
};
