import {
	createColumnHelper,
	createSortedRowModel,
	rowSortingFeature,
	tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { compare } from './compare.ts';

/** What a column may say about itself beside its header and cell. */
export interface ColumnMeta {
	/** Names the row: a heading of its card on a narrow screen. One column of a table has it. */
	title?: boolean;
	/** Numbers stand flush right, so that they can be compared. */
	numeric?: boolean;
	/** Left out of the card on a narrow screen. */
	wideOnly?: boolean;
	/**
	 * How a row of two lines says it, without its header, on a narrow screen. Once a column of a table has it, its rows
	 * are of two lines there, and the columns without are left out.
	 */
	brief?: (row: never) => ReactNode;
	/** Stands first in that line: what departs from the ordinary. */
	leads?: boolean;
	/** Kept as narrow as its content. */
	tight?: boolean;
	/**
	 * How wide it is, '9rem' or '20%', in a table that the server pages, whatever its rows hold: it stays so from page to
	 * page. The columns that do not say so share what is left.
	 */
	width?: string;
}

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
