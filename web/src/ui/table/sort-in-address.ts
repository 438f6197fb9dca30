import type { SortingState } from '@tanstack/react-table';

/** As much of a column as it takes to know whether the address may sort by it. */
interface Sortable {
	id?: string;
	accessorKey?: unknown;
	enableSorting?: boolean;
}

const idOf = ({ id, accessorKey }: Sortable) => id ?? String(accessorKey ?? '');

/** The order that an address asks for, or else the default; an unknown column asks for nothing. */
export const asSorting = (
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
export const asText = ([sort]: SortingState): string =>
	sort ? `${sort.desc ? '-' : ''}${sort.id}` : '';
