import { useEffect, useRef } from 'react';
import { afterFocusLeft } from '../../../platform/ui/dialog/lost-focus.ts';

/** Returns the ref of an element that takes the focus when a decision removed the focused one: `changes` tells. */
export const useKeptFocus = <E extends HTMLElement>(changes: unknown) => {
	const ref = useRef<E>(null);
	const last = useRef(changes);
	useEffect(() => {
		if (last.current === changes) return;
		last.current = changes;
		afterFocusLeft([document.querySelector('[role=dialog][aria-modal=true]')], 'body', () => {
			ref.current?.focus({ preventScroll: true });
		});
	}, [changes]);
	return ref;
};
