import { nameKey } from '#shared/contract/fields.ts';

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
