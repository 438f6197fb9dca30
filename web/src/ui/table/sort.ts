import { nameKey } from '#shared/contract/fields.ts';
import { useListState } from '../address/list-state.ts';
import type { Column } from './columns.ts';

/** By which column a list is sorted. */
interface Sort {
	id: string;
	descending: boolean;
}

/** An order as it stands in an address: `name`, or `-name` downwards. */
const parse = (text = ''): Sort => ({
	id: text.replace(/^-/, ''),
	descending: text.startsWith('-'),
});

/** What the headings of a table and the choice above its cards sort by. */
export interface Sorting {
	/** The order that the address asks for, or else the default; none where neither is of a column that sorts. */
	sort: Sort | undefined;
	/** The ids of the columns that sort. */
	sortable: readonly string[];
	/** Sorts by a column; by the one that the list is sorted by already, the other way round. */
	sortBy: (id: string) => void;
}

/** The order of a table, kept in the address; `usual` is left out of that. */
export const useSort = (
	columns: readonly Pick<Column<never>, 'id' | 'descendsFirst'>[],
	sortable: readonly string[],
	usual: string,
): Sorting => {
	const [state, change] = useListState();
	const sort = [state.sort, usual].map(parse).find(({ id }) => sortable.includes(id));
	const sortBy = (id: string) => {
		const descendsFirst = columns.find((column) => column.id === id)?.descendsFirst ?? false;
		const descending = sort?.id === id ? !sort.descending : descendsFirst;
		const asked = `${descending ? '-' : ''}${id}`;
		change({ sort: asked === usual ? undefined : asked });
	};
	return { sort, sortable, sortBy };
};

const comparable = (value: unknown) => {
	if (typeof value === 'string') return nameKey(value);
	return typeof value === 'boolean' ? Number(value) : (value as number | null | undefined);
};

const compare = (a: unknown, b: unknown): number => {
	const [x, y] = [comparable(a), comparable(b)];
	if (x === y) return 0;
	if (x === null || x === undefined) return -1;
	if (y === null || y === undefined) return 1;
	return x < y ? -1 : 1;
};

/**
 * Rows by a value as the server sorts them: text without case, numbers by size, in a text too, nothing first; equals
 * stay as they are.
 */
export const sortedBy = <Row>(
	rows: readonly Row[],
	by: (row: Row) => unknown,
	descending: boolean,
): Row[] => {
	const order = (a: Row, b: Row) => compare(by(a), by(b));
	return rows.toSorted((a, b) => (descending ? -order(a, b) : order(a, b)));
};
