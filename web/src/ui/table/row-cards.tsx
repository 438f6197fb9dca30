import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { FlexRender } from '@tanstack/react-table';
import { Fragment, useCallback } from 'react';
import type { Named } from '../../api/cached-rows.ts';
import { highlightSaved } from '../highlight-saved.ts';
import { OneRow } from '../one-row.tsx';
import { lines as briefList, TwoLines } from '../two-lines.tsx';
import type { ColumnMeta } from './columns.ts';
import { LEAST_ROW_PX, type ShapeProps, useRowsInTurn } from './shape.ts';
import classes from './table.module.css';

const SortChoice = <Row extends { id: string }>({ table }: Pick<ShapeProps<Row>, 'table'>) => {
	const sortable = table.getFlatHeaders().filter(({ column }) => column.getCanSort());
	const sorted = sortable.find(({ column }) => column.getIsSorted());
	if (sortable.length < 2) return null;
	const desc = sorted?.column.getIsSorted() === 'desc';
	const Icon = desc ? IconSortDescending : IconSortAscending;
	return (
		<div className={classes.sortChoice}>
			<NativeSelect
				aria-label="Sort by"
				value={sorted?.column.id ?? ''}
				onChange={(event) => {
					const chosen = table.getColumn(event.currentTarget.value);
					chosen?.toggleSorting(chosen.getFirstSortDir() === 'desc');
				}}
				data={sortable.map(({ column }) => ({
					value: column.id,
					label: `Sort by ${String(column.columnDef.header)}`,
				}))}
			/>
			<ActionIcon
				variant="default"
				title="Turn the order round"
				aria-label={desc ? 'Descending; sort ascending' : 'Ascending; sort descending'}
				onClick={() => sorted?.column.toggleSorting(!desc)}
			>
				<Icon size={20} aria-hidden />
			</ActionIcon>
		</div>
	);
};

const rank = ({ leads, title }: ColumnMeta = {}) => (leads ? 0 : title ? 2 : 1);

/** The cells of a row as its second line has them: what its name adds comes last, where room ends first. */
const inLine = <C extends { column: { columnDef: { meta?: ColumnMeta } } }>(cells: C[]) =>
	cells.toSorted((a, b) => rank(a.column.columnDef.meta) - rank(b.column.columnDef.meta));

/**
 * The table on a narrow screen: two lines for each row where its columns say how, else a card, every value beside its
 * column's header.
 */
export const RowCards = <Row extends { id: string }>(props: ShapeProps<Row>) => {
	const { table, label, actions, isBusy, current } = props;
	const shown = useRowsInTurn(props.rows, LEAST_ROW_PX);
	const { columns } = table.options;
	const brief = columns.some(({ meta }) => meta?.brief);
	// biome-ignore lint/correctness/useExhaustiveDependencies: a row draws the columns that it was made with
	const draw = useCallback(
		(row: ShapeProps<Row>['rows'][number], busy: boolean) => {
			const state = {
				'data-row': row.id,
				'aria-busy': busy || undefined,
				'aria-current': row.id === current || undefined,
			};
			const cells = row.getAllCells();
			const title = cells.find(({ column }) => column.columnDef.meta?.title);
			if (brief)
				return (
					<TwoLines
						row={row.original as unknown as Named}
						name={title && <FlexRender cell={title} />}
						caption={inLine(cells).map(({ id, column }) => (
							<Fragment key={id}>{column.columnDef.meta?.brief?.(row.original as never)}</Fragment>
						))}
						more={actions?.(row.original)}
					/>
				);
			const facts = cells.filter((cell) => cell !== title && !cell.column.columnDef.meta?.wideOnly);
			return (
				<li ref={highlightSaved(row.original.id)} className={classes.card} {...state}>
					{title && (
						<h2 className={classes.cardTitle}>
							<FlexRender cell={title} />
						</h2>
					)}
					<dl className={classes.facts}>
						{facts.map((cell) => (
							<div key={cell.id}>
								<dt>{String(cell.column.columnDef.header)}</dt>
								<dd>
									<FlexRender cell={cell} />
								</dd>
							</div>
						))}
					</dl>
					{actions && <div className={classes.cardActions}>{actions(row.original)}</div>}
				</li>
			);
		},
		[actions, columns, brief, current],
	);
	return (
		<>
			<SortChoice table={table} />
			<ul className={brief ? briefList : classes.cards} aria-label={label}>
				{shown.map((row) => (
					<OneRow
						key={row.id}
						row={row}
						item={row.original}
						busy={isBusy?.(row.original) ?? false}
						draw={draw}
					/>
				))}
			</ul>
		</>
	);
};
