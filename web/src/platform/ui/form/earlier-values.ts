import { useEffect, useSyncExternalStore } from 'react';
import { createChanges } from '../../api/changes.ts';
import type { Values } from '../fields/use-form.ts';

const { subscribe, emit } = createChanges();

/** The values of an earlier version, until the form of its item takes them over. */
let earlier: { id: string; values: Values } | undefined;

/** Gives the values of an earlier version to the form of the item, on the screen that is open or opens next. */
export const fillIn = (id: string, values: Values) => {
	earlier = { id, values };
	emit();
};

const useEarlierValues = (id: string | undefined) => {
	const waiting = useSyncExternalStore(subscribe, () => earlier);
	return waiting !== undefined && waiting.id === id ? waiting : undefined;
};

/** Returns whether values of an earlier version wait for the form of an item. */
export const useWaitsForForm = (id: string | undefined) => useEarlierValues(id) !== undefined;

/** Passes the values of an earlier version to the form of the item, once. */
export const useFillIn = (id: string | undefined, take: (values: Values) => void) => {
	const waiting = useEarlierValues(id);
	useEffect(() => {
		if (!waiting) return;
		earlier = undefined;
		emit();
		take(waiting.values);
	});
};
