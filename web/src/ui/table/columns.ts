import type { ReactNode } from 'react';

/** A column of a table of one kind of row. */
export interface Column<Row> {
	/** What an address sorts by, and the field of the row that it shows, unless it says how. */
	id: string;
	header: string;
	/** What rows are sorted by, where that is not the field. */
	value?: (row: Row) => unknown;
	/** What stands in a cell, where that is more than the value. */
	draw?: (row: Row) => ReactNode;
	/** The first press of its header sorts downwards: newest first. */
	descendsFirst?: boolean;
	/** Names the row: a heading of its card on a narrow screen. One column of a table has it. */
	title?: boolean;
	/** Numbers stand flush right, so that they can be compared. */
	numeric?: boolean;
	/**
	 * How a row of two lines says it, without its header, on a narrow screen. Once a column of a table has it, its rows
	 * are of two lines there, and the columns without are left out.
	 */
	brief?: ((row: Row) => ReactNode) | undefined;
	/** Stands first in that line: what departs from the ordinary. */
	leads?: boolean;
	/**
	 * How wide it is, '9rem' or '20%', in a table that the server pages, whatever its rows hold: it stays so from page to
	 * page. The columns that do not say so share what is left.
	 */
	width?: string;
}

/** What a row has in a column. */
export const valueIn = <Row extends object>({ id, value }: Column<Row>, row: Row) =>
	value ? value(row) : row[id as keyof Row];

/** What stands in a cell. */
export const drawCell = <Row extends object>(column: Column<Row>, row: Row): ReactNode =>
	column.draw ? column.draw(row) : (valueIn(column, row) as ReactNode);
