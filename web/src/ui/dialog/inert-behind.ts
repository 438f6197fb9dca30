import { useEffect } from 'react';

/** How many dialogs are open: one may stand above another. */
let open = 0;

/**
 * While a dialog is open, the screen behind it is out of reach for everybody. `aria-modal` alone leaves
 * that to the screen reader, and some let people wander off.
 */
export const useInertBehind = (opened: boolean) =>
	// After the dialog's own effects: it notes where the focus was, and to be inert takes it away.
	useEffect(() => {
		const screen = document.getElementById('root');
		if (!opened || !screen) return;
		open += 1;
		screen.inert = true;
		return () => {
			open -= 1;
			screen.inert = open > 0;
		};
	}, [opened]);
