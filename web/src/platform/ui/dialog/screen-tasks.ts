import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { createChanges } from '../../api/changes.ts';

/** Tasks that one screen can give to another: to open a dialog, or a file at a page. */
export type ScreenTask = 'export' | 'request-payment' | 'invite' | 'create-key' | `file ${string}`;

/** Time limit for the screen to open; after it the request expires. */
const PATIENCE_MS = 10_000;

let pendingTask: { task: ScreenTask; id: string; until: number } | undefined;
const { subscribe, emit } = createChanges();
const getPendingTask = () => pendingTask;

const set = (next: typeof pendingTask) => {
	pendingTask = next;
	emit();
};

/** Requests a task from the screen that performs it, which may still be loading; `id` identifies the item. */
export const requestTask = (task: ScreenTask, id = '') =>
	set({ task, id, until: performance.now() + PATIENCE_MS });

/** Performs a requested task once. `ready` is false while that is not possible yet. */
export const useScreenTask = (
	task: ScreenTask | undefined,
	act: (id: string) => unknown,
	ready = true,
) => {
	const now = useSyncExternalStore(subscribe, getPendingTask);
	const run = useEffectEvent(act);
	useEffect(() => {
		if (!now || now.task !== task || !ready) return;
		set(undefined);
		if (performance.now() < now.until) run(now.id);
	}, [now, task, ready]);
};
