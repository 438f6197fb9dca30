import {
	createColumnHelper,
	createSortedRowModel,
	rowSortingFeature,
	tableFeatures,
} from '@tanstack/react-table';
import { nameKey } from '#shared/contract/fields.ts';

/** What a column may say about itself beside its header and cell. */
export interface ColumnMeta {
	/** Names the row: a heading of its card on a narrow screen. One column of a table has it. */
	title?: boolean;
	/** Numbers stand flush right, so that they can be compared. */
	numeric?: boolean;
	/** Left out of the card on a narrow screen. */
	wideOnly?: boolean;
	/** Kept as narrow as its content. */
	tight?: boolean;
	/**
	 * How wide it is, '9rem' or '20%', in a table that the server pages, whatever its rows hold: it stays so from page to
	 * page. The columns that do not say so share what is left.
	 */
	width?: string;
}

const comparable = (value: unknown) => {
	if (typeof value === 'string') return nameKey(value);
	return typeof value === 'boolean' ? Number(value) : (value as number | null | undefined);
};

/** Orders as the server does: text without case, numbers by size, in a text too, nothing first; equals stay as they are. */
const compare = (a: unknown, b: unknown): number => {
	const [x, y] = [comparable(a), comparable(b)];
	if (x === y) return 0;
	if (x === null || x === undefined) return -1;
	if (y === null || y === undefined) return 1;
	return x < y ? -1 : 1;
};

export const features = tableFeatures({
	rowSortingFeature,
	sortedRowModel: createSortedRowModel(),
	sortFns: {
		usual: (a, b, id) => compare(a.getValue(id), b.getValue(id)),
	},
	columnMeta: {} as ColumnMeta,
});

/**
 * Makes the columns of a table of one kind of row. A column sorts when its `accessor` stands alone;
 * `enableSorting: false` keeps it from that.
 * @example
 * const column = columnsOf<ExamSet>();
 * const columns = column.columns([
 *   column.accessor('name', { header: 'Name', meta: { title: true } }),
 *   column.accessor('year', { header: 'Year', meta: { numeric: true }, enableSorting: false }),
 *   column.display({ id: 'status', header: 'Status', cell: ({ row }) => <StatusBadge … /> }),
 * ]);
 */
export const columnsOf = <Row extends { id: string }>() =>
	createColumnHelper<typeof features, Row>();
