import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let told = false;

const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};

/** Whether something has been told in passing yet: until then nobody needs what shows it. */
export const useTold = () => useSyncExternalStore(subscribe, () => told);

/** From now on there is something to show. */
export const setTold = () => {
	told = true;
	for (const listener of listeners) listener();
};
