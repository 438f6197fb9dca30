import { useSyncExternalStore } from 'react';

/** Something told in passing. */
export interface Notice {
	id: number;
	title: string;
	message: string;
}

/** More than this would cover a small screen; the oldest go first. */
const AT_ONCE = 3;

const listeners = new Set<() => void>();
let notices: readonly Notice[] = [];
let count = 0;

const change = (next: readonly Notice[]) => {
	notices = next;
	for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};

/** What is told at the moment, the newest last. */
export const useNotices = () => useSyncExternalStore(subscribe, () => notices);

export const addNotice = (notice: Omit<Notice, 'id'>) =>
	change([...notices, { ...notice, id: ++count }].slice(-AT_ONCE));

export const dismissNotice = (id: number) => change(notices.filter((notice) => notice.id !== id));
