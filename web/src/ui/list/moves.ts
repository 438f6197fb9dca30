import type { OrderRequest } from '#shared/contract/ordering.ts';

type Ids = ReadonlySet<string>;

/** What is to be moved in a list in some order; nothing where all stands so already. */
export type Plan = (order: readonly string[], moved: Ids) => OrderRequest | undefined;

const chosenIn = (order: readonly string[], moved: Ids) => order.filter((id) => moved.has(id));
const restOf = (order: readonly string[], moved: Ids) => order.filter((id) => !moved.has(id));

/** What comes next in a list after this, or null. */
const after = (rest: readonly string[], id: string) => rest[rest.indexOf(id) + 1] ?? null;

/** Puts rows, together and in their order, to a place from 1 on: that of the first of them. */
export const toPlace = (
	order: readonly string[],
	moved: Ids,
	place: number,
): OrderRequest | undefined => {
	const ids = chosenIn(order, moved);
	const rest = restOf(order, moved);
	const at = Math.min(Math.max(place, 1), rest.length + 1) - 1;
	const isThere = ids.every((id, index) => order[at + index] === id);
	return ids.length === 0 || isThere ? undefined : { ids, before: rest[at] ?? null };
};

/** Puts rows before or after another one; nothing where that is one of them. */
export const besideRow = (
	order: readonly string[],
	moved: Ids,
	target: string,
	side: 'before' | 'after',
): OrderRequest | undefined => {
	if (moved.has(target) || !order.includes(target)) return undefined;
	const rest = restOf(order, moved);
	const at = rest.indexOf(target) + (side === 'after' ? 1 : 0);
	return toPlace(order, moved, at + 1);
};

/** Returns the move that puts rows where another row is: before it when they come from below, after it from above. */
export const takePlaceOf = (
	order: readonly string[],
	moved: Ids,
	lead: string,
	target: string,
): OrderRequest | undefined =>
	besideRow(order, moved, target, order.indexOf(lead) < order.indexOf(target) ? 'after' : 'before');

/** Moves rows one up or down; several that lie apart come together at the one that leads. */
export const stepped = (
	order: readonly string[],
	moved: Ids,
	by: -1 | 1,
): OrderRequest | undefined => {
	const places = order.flatMap((id, index) => (moved.has(id) ? [index] : []));
	const [first = 0] = places;
	const last = places.at(-1) ?? 0;
	if (by < 0) return toPlace(order, moved, first);
	// Below the last: as many of the others lie before the new place as above the row that follows, and that one.
	return toPlace(order, moved, last - places.length + 3);
};

/** Most rows that one call takes. */
const AT_ONCE = 1_000;

/**
 * What takes back that these rows of a list in this order were moved: the calls, one after the other. Rows that
 * lay between them come along.
 */
export const inverseOf = (order: readonly string[], moved: Ids): OrderRequest[] => {
	const places = order.flatMap((id, index) => (moved.has(id) ? [index] : []));
	const [first = 0] = places;
	const last = places.at(-1) ?? 0;
	const rows = order.slice(first, last + 1);
	const calls: OrderRequest[] = [];
	let before = after(order, order[last] ?? '');
	while (rows.length > 0) {
		const ids = rows.splice(-AT_ONCE);
		calls.push({ ids, before });
		before = ids[0] ?? null;
	}
	return calls;
};
