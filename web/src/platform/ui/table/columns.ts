import type { ReactNode } from 'react';
import { nameKey } from '#shared/contract/platform/fields.ts';
import { hasAllWords, searchDocument } from '#shared/search-key.ts';
import { useListState } from '../address/list-state.ts';

/** A column of a table. */
export interface Column<Row> {
	/** The name in the address when sorted, and the field of the row that the cell shows by default. */
	id: string;
	header: string;
	/** The value to sort by, if not the field. */
	value?: (row: Row) => unknown;
	/** Renders a cell, if not the value. */
	draw?: (row: Row) => ReactNode;
	/** The first press of the header sorts descending: newest first. */
	descendsFirst?: boolean;
	/** Names the row, and is the heading of its card on a phone. One column of a table has it. */
	title?: boolean;
	/** Aligns numbers to the right. */
	numeric?: boolean;
	/**
	 * Renders the value for the second line of a row on a phone, without the header. If any column has it, rows have two
	 * lines there, without the columns that lack it.
	 */
	brief?: ((row: Row) => ReactNode) | undefined;
	/** Renders the switch of the column for the last line of a row on a phone. */
	toggle?: ((row: Row) => ReactNode) | undefined;
	/** Comes first in the second line: draft, free. */
	leads?: boolean;
	/** Where the table has no room for all columns, stacks below the title, or below the column with this id. */
	spare?: boolean | string;
	/** A fixed width, '9rem' or '20%', in a table that the server pages. Other columns share the rest. */
	width?: string;
}

/** Returns the value of a row in a column. */
export const getValue = <Row extends object>({ id, value }: Column<Row>, row: Row) =>
	value ? value(row) : row[id as keyof Row];

/** Renders a cell. */
export const drawCell = <Row extends object>(column: Column<Row>, row: Row): ReactNode =>
	column.draw ? column.draw(row) : (getValue(column, row) as ReactNode);

/** The order of a table, and what changes it. */
export interface Sorting {
	/** The order in the address, else the default; undefined if neither names a sortable column. */
	sort: { id: string; descending: boolean } | undefined;
	/** The ids of the sortable columns. */
	sortable: readonly string[];
	/** Sorts by a column, or reverses the order when sorted by that column already. */
	sortBy: (id: string) => void;
}

/** Reads an order from an address: `name`, or `-name` for descending. */
const parse = (text = '') => ({ id: text.replace(/^-/, ''), descending: text.startsWith('-') });

/** Returns the order of a table, which is kept in the address unless it is the default. */
export const useSort = (
	columns: readonly Pick<Column<never>, 'id' | 'descendsFirst'>[],
	sortable: readonly string[],
	defaultSort: string,
): Sorting => {
	const [state, change] = useListState();
	const sort = [state.sort, defaultSort].map(parse).find(({ id }) => sortable.includes(id));
	const sortBy = (id: string) => {
		const descendsFirst = columns.find((column) => column.id === id)?.descendsFirst ?? false;
		const descending = sort?.id === id ? !sort.descending : descendsFirst;
		const next = `${descending ? '-' : ''}${id}`;
		change({ sort: next === defaultSort ? undefined : next });
	};
	return { sort, sortable, sortBy };
};

const toComparable = (value: unknown) => {
	if (typeof value === 'string') return nameKey(value);
	return typeof value === 'boolean' ? Number(value) : (value as number | null | undefined);
};

const compare = (a: unknown, b: unknown): number => {
	const [x, y] = [toComparable(a), toComparable(b)];
	if (x === y) return 0;
	if (x === null || x === undefined) return -1;
	if (y === null || y === undefined) return 1;
	return x < y ? -1 : 1;
};

/** Returns rows sorted as the server sorts: text case-insensitively with numbers by size, empty values first. */
export const sortRows = <Row>(
	rows: readonly Row[],
	by: (row: Row) => unknown,
	descending: boolean,
): Row[] => {
	const order = (a: Row, b: Row) => compare(by(a), by(b));
	return rows.toSorted((a, b) => (descending ? -order(a, b) : order(a, b)));
};

/**
 * Returns the rows whose names match a search, by the same rule as the server: each word of the search begins a word of
 * the name.
 */
export const filterByName = <Row extends { name: string }>(rows: readonly Row[], search: string) =>
	rows.filter(({ name }) => hasAllWords(searchDocument([name]), search));
