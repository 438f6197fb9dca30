import { type ColumnDef, type SortingState, useTable } from '@tanstack/react-table';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo } from 'react';
import turned from '../list/list.module.css';
import { usePaged } from '../list/paged.tsx';
import { useListState } from '../list-state.ts';
import selecting from '../select/select.module.css';
import { useRows } from '../select/use-rows.ts';
import { features } from './columns.ts';
import { RowCards } from './row-cards.tsx';
import { RowLines } from './row-lines.tsx';
import { type RowParts, useWide } from './shape.ts';
import { WideTable } from './wide-table.tsx';

/** As much of a column as it takes to know whether the address may sort by it. */
interface Sortable {
	id?: string;
	accessorKey?: unknown;
	enableSorting?: boolean;
}

const idOf = ({ id, accessorKey }: Sortable) => id ?? String(accessorKey ?? '');

/** The order that an address asks for, or else the default; an unknown column asks for nothing. */
const asSorting = (
	columns: readonly object[],
	asked: string | undefined,
	usual: string,
): SortingState => {
	const known = new Set(
		(columns as Sortable[]).filter(({ enableSorting }) => enableSorting !== false).map(idOf),
	);
	const parse = (text: string) => ({ id: text.replace(/^-/, ''), desc: text.startsWith('-') });
	const sort = [asked, usual].map((text) => parse(text ?? '')).find(({ id }) => known.has(id));
	return sort?.id ? [sort] : [];
};

/** The order as it stands in an address: `name`, or `-name` downwards. */
const asText = ([sort]: SortingState): string => (sort ? `${sort.desc ? '-' : ''}${sort.id}` : '');

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

interface DataTableProps<Row extends { id: string }> extends RowParts<Row> {
	/** Names the table for screen readers: 'Exam sets of Plumbing'. */
	label: string;
	// biome-ignore lint/suspicious/noExplicitAny: the values of the columns differ
	columns: readonly ColumnDef<typeof features, Row, any>[];
	rows: Row[];
	/** The order when the address names none: `order_num`, or `-created_at` downwards. */
	defaultSort?: string;
	/** The columns that sort, where those do not say so themselves. */
	sortable?: readonly string[];
	/** The server has sorted and paged already: the table only shows and changes the order in the address. */
	sortedByServer?: boolean;
	/** Opens a row, of which all is a target then. */
	onOpen?: ((id: string) => void) | undefined;
}

interface FrameProps<Shown extends { id: string }, Row> {
	rows: readonly Shown[];
	/** What a row that is shown is about. */
	itemOf: (row: Shown) => Row;
	/** All rows, of other pages too. */
	all: readonly Row[];
	/** The server has paged them. */
	whole: boolean;
	onOpen: ((id: string) => void) | undefined;
	children: (shown: readonly Shown[]) => ReactNode;
}

/** Around the rows: their pages, what they do together, and what a click on one opens. */
const Frame = <Shown extends { id: string }, Row extends { id: string }>(
	props: FrameProps<Shown, Row>,
) => {
	const { itemOf, all, onOpen } = props;
	const { shown, pager, top } = usePaged(props.rows, props.whole);
	useRows(
		top,
		useMemo(() => shown.map(itemOf), [shown, itemOf]),
		all,
	);
	useRowTarget(top, onOpen);
	return (
		<div
			ref={top}
			data-targets={onOpen !== undefined || undefined}
			className={`${turned.rows} ${selecting.rows}`}
		>
			{props.children(shown)}
			{pager}
		</div>
	);
};

const original = <Row,>(row: { original: Row }) => row.original;

const SortingTable = <Row extends { id: string }>(
	props: DataTableProps<Row> & { wide: boolean | undefined },
) => {
	const { rows, sortable, defaultSort = '', sortedByServer = false } = props;
	const [{ sort }, change] = useListState();
	const columns = useMemo(
		() =>
			sortable
				? props.columns.map((each) => ({
						...each,
						enableSorting: sortable.includes(each.id ?? ''),
					}))
				: props.columns,
		[props.columns, sortable],
	);
	const sorting = useMemo(
		() => asSorting(columns, sort, defaultSort),
		[columns, sort, defaultSort],
	);
	const table = useTable({
		features,
		columns: columns as ColumnDef<typeof features, Row>[],
		data: rows,
		getRowId: (row) => row.id,
		defaultColumn: { sortFn: 'usual' },
		manualSorting: sortedByServer,
		enableSortingRemoval: false,
		enableMultiSort: false,
		sortDescFirst: false,
		state: { sorting },
		onSortingChange: (update) => {
			const after = asText(typeof update === 'function' ? update(sorting) : update);
			change({ sort: after === defaultSort ? undefined : after });
		},
	});
	const Shape = props.wide ? WideTable : RowCards;
	return (
		<Frame
			rows={table.getRowModel().rows}
			itemOf={original<Row>}
			all={rows}
			whole={sortedByServer}
			onOpen={props.onOpen}
		>
			{(shown) => (
				<Shape
					table={table}
					rows={shown}
					label={props.label}
					actions={props.actions}
					isBusy={props.isBusy}
					current={props.current}
				/>
			)}
		</Frame>
	);
};

const itself = <Row,>(row: Row) => row;

/**
 * Rows under headings that sort, the order kept in the address. On a narrow screen each row is its `lines`, or a
 * card that names every value with its column's header, and the order is chosen above them. What came whole is shown
 * by pages where it is long.
 */
export const DataTable = <Row extends { id: string }>(props: DataTableProps<Row>) => {
	const { rows, lines, onOpen } = props;
	const wide = useWide();
	if (wide || !lines) return <SortingTable {...props} wide={wide} />;
	return (
		<Frame
			rows={rows}
			itemOf={itself<Row>}
			all={rows}
			whole={props.sortedByServer ?? false}
			onOpen={onOpen}
		>
			{(shown) => (
				<RowLines
					rows={shown}
					label={props.label}
					lines={lines}
					current={props.current}
					isBusy={props.isBusy}
				/>
			)}
		</Frame>
	);
};
