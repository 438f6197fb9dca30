const USUAL = 500;

/** Splits a list into parts that fit one statement or call. */
export const splitIntoPortions = <Item>(items: readonly Item[], most = USUAL): Item[][] =>
	Array.from({ length: Math.ceil(items.length / most) }, (_, index) =>
		items.slice(index * most, (index + 1) * most),
	);
