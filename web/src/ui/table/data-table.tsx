import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo } from 'react';
import turned from '../list/list.module.css';
import { usePaged } from '../list/paged.tsx';
import { useShown } from '../select/selection.ts';
import { type Column, valueIn } from './columns.ts';
import { NarrowRows } from './narrow-rows.tsx';
import { useWide } from './shape.ts';
import { sortedBy, useSort } from './sort.ts';
import { WideTable } from './wide-table.tsx';

const OWN = 'a, button, input, select, textarea, label, summary, [tabindex="0"]';

/**
 * Makes the whole of each row of a list a target: a click anywhere in it opens it, but on what does something of its
 * own, and not where text was just selected. The keyboard has the row's button, `[data-opens]`.
 */
const useRowTarget = (
	box: RefObject<HTMLElement | null>,
	onOpen: ((id: string) => void) | undefined,
) => {
	const open = useEffectEvent((id: string) => onOpen?.(id));
	const opens = onOpen !== undefined;
	useEffect(() => {
		const element = box.current;
		if (!element || !opens) return;
		const click = ({ target }: MouseEvent) => {
			const on = target as Element;
			const id = on.closest<HTMLElement>('[data-row]')?.dataset.row;
			if (id && !on.closest(OWN) && getSelection()?.isCollapsed !== false) open(id);
		};
		element.addEventListener('click', click);
		return () => element.removeEventListener('click', click);
	}, [box, opens]);
};

interface DataTableProps<Row> {
	/** Names the table for screen readers: 'Exam sets of Plumbing'. */
	label: string;
	columns: readonly Column<Row>[];
	rows: readonly Row[];
	/** The ids of the columns that sort. */
	sortable?: readonly string[];
	/** The order when the address names none: `order_num`, or `-created_at` downwards. */
	defaultSort?: string;
	/** The server has sorted and paged already: the table only shows and changes the order in the address. */
	sortedByServer?: boolean;
	/**
	 * What can be done with a row, as buttons; the table adds the column for it. While this stays the same function,
	 * a row is drawn anew only when it has changed.
	 */
	actions?: ((row: Row) => ReactNode) | undefined;
	/** A change of the row is under way. */
	isBusy?: ((row: Row) => boolean) | undefined;
	/** The row that is open beside the list. */
	current?: string | undefined;
	/** What a row is on a narrow screen, in two lines of its own; always the same function. */
	lines?: ((row: Row) => ReactNode) | undefined;
	/** Opens a row, of which all is a target then. */
	onOpen?: ((id: string) => void) | undefined;
}

/**
 * Rows under headings that sort, the order kept in the address. On a narrow screen each row is its `lines`, or two
 * lines made of its columns, or a card that names every value with its column's header. What came whole is shown by
 * pages where it is long.
 */
export const DataTable = <Row extends { id: string }>(props: DataTableProps<Row>) => {
	const { columns, rows, sortable = [], defaultSort = '', sortedByServer = false, onOpen } = props;
	const sorting = useSort(columns, sortable, defaultSort);
	const { id, descending = false } = sorting.sort ?? {};
	const sorted = useMemo(() => {
		const column = columns.find((each) => each.id === id);
		if (sortedByServer || !column) return rows;
		return sortedBy(rows, (row) => valueIn(column, row), descending);
	}, [columns, rows, sortedByServer, id, descending]);
	const { shown, pager, top } = usePaged(sorted, sortedByServer);
	useShown(shown, rows);
	useRowTarget(top, onOpen);
	const Shape = useWide() ? WideTable : NarrowRows;
	return (
		<div ref={top} data-targets={onOpen !== undefined || undefined} className={turned.rows}>
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
		</div>
	);
};
