/** Creates an event source for `useSyncExternalStore`. */
export const createChanges = () => {
	const listeners = new Set<() => void>();
	return {
		subscribe: (listener: () => void) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		emit: () => {
			for (const listener of listeners) listener();
		},
	};
};
