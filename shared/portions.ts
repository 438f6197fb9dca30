const USUAL = 500;

/** A list in parts, each as much as one statement or one call takes. */
export const portions = <Item>(items: readonly Item[], most = USUAL): Item[][] =>
	Array.from({ length: Math.ceil(items.length / most) }, (_, index) =>
		items.slice(index * most, (index + 1) * most),
	);
