import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useCallback, useMemo } from 'react';
import type { Named } from '../../api/cached-rows.ts';
import { makeRowProps, OneRow, useRoomForColumns, useWide } from '../row.tsx';
import { SelectAllBox, SelectBox } from '../selection/select-box.tsx';
import { useSelection, useShown } from '../selection/selection.ts';
import { type Column, drawCell, getValue, type Sorting, sortRows, useSort } from './columns.ts';
import { NarrowRows, type ShapeProps } from './narrow-rows.tsx';
import { PageBox, usePaged } from './pager.tsx';
import classes from './table.module.css';

/** Elements of a row that do something of their own when clicked. */
const OWN = 'a, button, input, select, textarea, label, summary, [tabindex="0"]';

const directions = {
	ascending: { sorted: 'ascending', Icon: IconArrowUp },
	descending: { sorted: 'descending', Icon: IconArrowDown },
	none: { sorted: undefined, Icon: IconArrowsSort },
} as const;

interface HeadingProps {
	/** The column, and those that are stacked below it. */
	columns: readonly Pick<Column<never>, 'id' | 'header' | 'numeric'>[];
	sorting: Sorting;
	width: string | undefined;
}

const Heading = ({ columns, sorting, width }: HeadingProps) => {
	const { sort, sortable, sortBy } = sorting;
	const findDirection = (id: string) => {
		const direction = sort?.descending ? 'descending' : 'ascending';
		return directions[sort?.id === id ? direction : 'none'];
	};
	const sorted = columns.map(({ id }) => findDirection(id).sorted).find(Boolean);
	return (
		<th scope="col" data-numeric={columns[0]?.numeric} style={{ width }} aria-sort={sorted}>
			<span className={classes.headings}>
				{columns.map(({ id, header }) => {
					const { sorted: isSorted, Icon } = findDirection(id);
					return sortable.includes(id) ? (
						<button
							key={id}
							type="button"
							className={`bare ${classes.sort}`}
							data-sorted={isSorted}
							onClick={() => sortBy(id)}
						>
							{header}
							<Icon size={14} aria-hidden />
						</button>
					) : (
						<span key={id}>{header}</span>
					);
				})}
			</span>
		</th>
	);
};

/** Groups columns that share a cell: those without room of their own are below the title, or below the named column. */
const stackColumns = <Row,>(columns: readonly Column<Row>[], hasRoom: boolean) => {
	if (hasRoom) return columns.map((column) => [column]);
	const title = columns.find((column) => column.title)?.id;
	return columns
		.filter(({ spare }) => !spare)
		.map((column) => [
			column,
			...columns.filter(({ spare }) => spare && (spare === true ? title : spare) === column.id),
		]);
};

/** Renders the value of a column below another value, with its heading if the value does not explain itself. */
const Stacked = <Row extends object>({ column, row }: { column: Column<Row>; row: Row }) => {
	const value = drawCell(column, row);
	return value ? (
		<div className={classes.stacked}>
			{column.spare === true && <span className="quiet">{column.header}</span>}
			{value}
		</div>
	) : null;
};

const WideTable = <Row extends { id: string }>(props: ShapeProps<Row>) => {
	const { label, columns, rows, sorting, fixed, actions, isBusy, current } = props;
	const selects = useSelection() !== undefined;
	const hasRoom = useRoomForColumns();
	const stacks = useMemo(() => stackColumns(columns, hasRoom), [columns, hasRoom]);
	const draw = useCallback(
		(row: Row, busy: boolean) => (
			<tr {...makeRowProps(row.id, busy, current)}>
				{selects && (
					<td data-box>
						<SelectBox row={row as unknown as Named} />
					</td>
				)}
				{stacks.map(([column, ...below]) => {
					if (!column) return null;
					const Cell = column.title ? 'th' : 'td';
					return (
						<Cell
							key={column.id}
							scope={column.title ? 'row' : undefined}
							data-numeric={column.numeric}
						>
							{drawCell(column, row)}
							{below.map((each) => (
								<Stacked key={each.id} column={each} row={row} />
							))}
						</Cell>
					);
				})}
				{actions && (
					<td data-actions>
						<div className={classes.actions}>{actions(row)}</div>
					</td>
				)}
			</tr>
		),
		[actions, stacks, selects, current],
	);
	return (
		<div className={`boxed clipped ${classes.frame}`}>
			<table className={classes.table} aria-label={label} data-fixed={fixed || undefined}>
				<thead>
					<tr>
						{selects && (
							<td data-box>
								<SelectAllBox />
							</td>
						)}
						{stacks.map((group) => (
							<Heading
								key={group[0]?.id}
								columns={group}
								sorting={sorting}
								width={fixed ? group[0]?.width : undefined}
							/>
						))}
						{actions && (
							<th scope="col" data-tight data-actions>
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

interface DataTableProps<Row> {
	/** Names the table for screen readers: 'Exam Sets of Plumbing'. */
	label: string;
	columns: readonly Column<Row>[];
	rows: readonly Row[];
	/** The ids of the sortable columns. */
	sortable?: readonly string[];
	/** The order when the address names none: `order_num`, or `-created_at` for descending. */
	defaultSort?: string;
	/** The server has sorted and paged the rows: the table only changes the order in the address. */
	sortedByServer?: boolean;
	/** Renders the actions of a row. Must stay the same function, or all rows render again. */
	actions?: ((row: Row) => ReactNode) | undefined;
	/** A change of the row is being saved. */
	isBusy?: ((row: Row) => boolean) | undefined;
	/** The row that is open next to the list. */
	current?: string | undefined;
	/** Renders the lines of a row on a phone. Must stay the same function. */
	lines?: ((row: Row) => ReactNode) | undefined;
	/** Opens a row: a click anywhere in the row, except on a control or selected text, calls it. */
	onOpen?: ((id: string) => void) | undefined;
}

/**
 * Renders rows under headings that sort; the order is kept in the address. On a phone each row is its `lines`, or two
 * lines made of its columns, or a card. Rows that were loaded as a whole are paged (decision 0119).
 */
export const DataTable = <Row extends { id: string }>(props: DataTableProps<Row>) => {
	const { columns, rows, sortable = [], defaultSort = '', sortedByServer = false, onOpen } = props;
	const sorting = useSort(columns, sortable, defaultSort);
	const { id, descending = false } = sorting.sort ?? {};
	const sorted = useMemo(() => {
		const column = columns.find((each) => each.id === id);
		if (sortedByServer || !column) return rows;
		return sortRows(rows, (row) => getValue(column, row), descending);
	}, [columns, rows, sortedByServer, id, descending]);
	const { shown, pager, top } = usePaged(sorted, sortedByServer);
	useShown(shown, rows);
	const open = ({ target }: MouseEvent) => {
		const on = target as Element;
		const row = on.closest<HTMLElement>('[data-row]')?.dataset.row;
		if (row && !on.closest(OWN) && getSelection()?.isCollapsed !== false) onOpen?.(row);
	};
	const Shape = useWide() ? WideTable : NarrowRows;
	return (
		<PageBox top={top} {...(onOpen && { onClick: open })}>
			<Shape
				label={props.label}
				columns={columns}
				rows={shown}
				sorting={sorting}
				fixed={sortedByServer && columns.some(({ width }) => width)}
				actions={props.actions}
				isBusy={props.isBusy}
				current={props.current}
				lines={props.lines}
			/>
			{pager}
		</PageBox>
	);
};
