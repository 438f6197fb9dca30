import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { createChanges } from '../../api/changes.ts';

/** What a screen can be asked to do from elsewhere: to open a dialog of its own, or a file of its own at a page. */
export type Ask = 'export' | 'request-payment' | 'invite' | 'create-key' | `file ${string}`;

/** As long as a screen may take to come; whoever asked has forgotten it after that. */
const PATIENCE_MS = 10_000;

let asked: { what: Ask; id: string; until: number } | undefined;
const { subscribe, tell } = createChanges();
const current = () => asked;

const set = (next: typeof asked) => {
	asked = next;
	tell();
};

/** Asks the screen that does this, which may still have to come; `id` says for what. */
export const askFor = (what: Ask, id = '') => set({ what, id, until: Date.now() + PATIENCE_MS });

/** Does what is asked for, once; `ready` is false while it cannot be done yet. */
export const useAsked = (what: Ask | undefined, act: (id: string) => unknown, ready = true) => {
	const now = useSyncExternalStore(subscribe, current);
	const run = useEffectEvent(act);
	useEffect(() => {
		if (!now || now.what !== what || !ready) return;
		set(undefined);
		if (Date.now() < now.until) run(now.id);
	}, [now, what, ready]);
};
