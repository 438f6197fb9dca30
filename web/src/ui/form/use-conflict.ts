import { useState } from 'react';
import { staleOf } from '../../api/api-error.ts';
import type { Conflict, Values } from './resource-form.ts';

/** Returns whether two values of a field are equal. */
export const isSame = (a: Values[string] | undefined, b: Values[string] | undefined) =>
	a === b || (Array.isArray(a) && Array.isArray(b) && a.join('\n') === b.join('\n'));

/** Returns the names of the values that differ. */
export const listDifferences = <V extends Values>(a: V, b: V) =>
	(Object.keys(a) as (keyof V & string)[]).filter((name) => !isSame(a[name], b[name]));

interface ConflictOptions<Item, V extends Values> {
	valuesOf: (item: Item) => V;
	/** Saves the chosen values over the version that they were compared with. */
	save: (chosen: V, over: Item) => void;
}

/**
 * Handles a stale save (412). `collide` returns the item if someone else saved the same values; otherwise there is a
 * `conflict` until the person chooses field by field or postpones.
 */
export const useConflict = <Item extends { id: string }, V extends Values>(
	options: ConflictOptions<Item, V>,
) => {
	const { valuesOf, save } = options;
	const [stale, setStale] = useState<{ before: V; mine: V; item: Item }>();

	/** Returns undefined for a conflict; throws any error other than a stale save. */
	const collide = (error: unknown, before: V, mine: V): Item | undefined => {
		const item = staleOf<Item>(error);
		if (!item) throw error;
		if (listDifferences(mine, valuesOf(item)).length === 0) return item;
		setStale({ before, mine, item });
		return undefined;
	};

	const conflict: Conflict<V> | undefined = stale && {
		id: stale.item.id,
		before: stale.before,
		mine: stale.mine,
		theirs: valuesOf(stale.item),
		resolve: (chosen) => {
			setStale(undefined);
			save(chosen, stale.item);
		},
		dismiss: () => setStale(undefined),
	};
	return { conflict, collide };
};
