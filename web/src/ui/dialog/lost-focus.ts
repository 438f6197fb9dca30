/** Longer than a dialog takes to give the focus back, which it cannot to a control that is gone. */
const STEP_MS = 80;
/** Two seconds: a slow machine takes long to remove a form. */
const STEPS = 25;

/** Calls `move` once the focus has left an element, if it is then nowhere: on an element that matches `nowhere`. */
export const afterFocusLeft = (element: Element | null, nowhere: string, move: () => void) => {
	const look = (steps: number) =>
		setTimeout(() => {
			const focused = document.activeElement;
			if (element?.contains(focused) && steps > 1) look(steps - 1);
			else if (focused?.matches(nowhere)) move();
		}, STEP_MS);
	look(STEPS);
};
