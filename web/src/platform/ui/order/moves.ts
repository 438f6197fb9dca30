import type { OrderRequest } from '#shared/contract/content/ordering.ts';

type Ids = ReadonlySet<string>;

/** Plans a move in a list in a given order; undefined if the rows are there already. */
export type Plan = (order: readonly string[], moved: Ids) => OrderRequest | undefined;

const filterChosen = (order: readonly string[], moved: Ids) => order.filter((id) => moved.has(id));
const filterRest = (order: readonly string[], moved: Ids) => order.filter((id) => !moved.has(id));

/** Returns the id after this one, or null at the end. */
const findAfter = (rest: readonly string[], id: string) => rest[rest.indexOf(id) + 1] ?? null;

/** Moves rows together, in their order, so that the first has this place, counted from 1. */
export const moveToPlace = (
	order: readonly string[],
	moved: Ids,
	place: number,
): OrderRequest | undefined => {
	const ids = filterChosen(order, moved);
	const rest = filterRest(order, moved);
	const position = Math.min(Math.max(place, 1), rest.length + 1) - 1;
	const isThere = ids.every((id, index) => order[position + index] === id);
	return ids.length === 0 || isThere ? undefined : { ids, before: rest[position] ?? null };
};

/** Moves rows before or after another row; undefined if that is one of them. */
export const moveNextTo = (
	order: readonly string[],
	moved: Ids,
	target: string,
	side: 'before' | 'after',
): OrderRequest | undefined => {
	if (moved.has(target) || !order.includes(target)) return undefined;
	const rest = filterRest(order, moved);
	const position = rest.indexOf(target) + (side === 'after' ? 1 : 0);
	return moveToPlace(order, moved, position + 1);
};

/** Returns the move that puts rows where another row is: before it when they come from below, after it from above. */
export const moveToRow = (
	order: readonly string[],
	moved: Ids,
	lead: string,
	target: string,
): OrderRequest | undefined =>
	moveNextTo(
		order,
		moved,
		target,
		order.indexOf(lead) < order.indexOf(target) ? 'after' : 'before',
	);

/** Moves rows one place up or down; rows that are apart are brought together at the leading one. */
export const moveByStep = (
	order: readonly string[],
	moved: Ids,
	by: -1 | 1,
): OrderRequest | undefined => {
	const places = order.flatMap((id, index) => (moved.has(id) ? [index] : []));
	const [first = 0] = places;
	const last = places.at(-1) ?? 0;
	if (by < 0) return moveToPlace(order, moved, first);
	// The place counts rows that do not move: those above the next row, then that row.
	return moveToPlace(order, moved, last - places.length + 3);
};

/** Maximum rows of one call. */
const AT_ONCE = 1_000;

/**
 * Returns the calls, in order, that undo a move of these rows in a list of this order. Rows between them are moved with
 * them.
 */
export const invertMove = (order: readonly string[], moved: Ids): OrderRequest[] => {
	const places = order.flatMap((id, index) => (moved.has(id) ? [index] : []));
	const [first = 0] = places;
	const last = places.at(-1) ?? 0;
	const rows = order.slice(first, last + 1);
	const calls: OrderRequest[] = [];
	let before = findAfter(order, order[last] ?? '');
	while (rows.length > 0) {
		const ids = rows.splice(-AT_ONCE);
		calls.push({ ids, before });
		before = ids[0] ?? null;
	}
	return calls;
};
