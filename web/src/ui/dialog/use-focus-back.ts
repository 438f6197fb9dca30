import { useEffect, useRef } from 'react';

/** Longer than Mantine and a form in the dialog take to move the focus. */
const DELAY_MS = 50;

/** Moves the focus back to where it was before a dialog opened, unless it is elsewhere on the screen by then. */
export const useFocusBack = (opened: boolean) => {
	const previousFocus = useRef<Element>(null);
	// During the render: a form in the dialog focuses its first field before any effect of the dialog runs.
	if (opened) previousFocus.current ??= document.activeElement;
	useEffect(() => {
		if (opened) return;
		const timer = setTimeout(() => {
			const focused = document.activeElement;
			const isLost = focused === document.body || focused?.closest('[role=dialog]');
			if (isLost && previousFocus.current instanceof HTMLElement)
				previousFocus.current.focus({ preventScroll: true });
			previousFocus.current = null;
		}, DELAY_MS);
		return () => clearTimeout(timer);
	}, [opened]);
};
