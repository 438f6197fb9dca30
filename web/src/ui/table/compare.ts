import { nameKey } from '#shared/contract/fields.ts';

const comparable = (value: unknown) => {
	if (typeof value === 'string') return nameKey(value);
	return typeof value === 'boolean' ? Number(value) : (value as number | null | undefined);
};

/** Orders as the server does: text without case, numbers by size, in a text too, nothing first; equals stay as they are. */
export const compare = (a: unknown, b: unknown): number => {
	const [x, y] = [comparable(a), comparable(b)];
	if (x === y) return 0;
	if (x === null || x === undefined) return -1;
	if (y === null || y === undefined) return 1;
	return x < y ? -1 : 1;
};
