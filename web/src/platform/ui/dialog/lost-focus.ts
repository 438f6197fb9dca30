/** Longer than a dialog takes to give the focus back, which it cannot to a control that is gone. */
const STEP_MS = 80;
/** A slow machine takes seconds to remove a form or control. */
const WATCH_MS = 30_000;
/** Within it, the focus is lost; later, a person has clicked on an empty part of the screen. */
const LOST_MS = 2_000;

/** Calls `move` once the focus has left all elements, if it is then nowhere: on an element that matches `nowhere`. */
export const afterFocusLeft = (
	elements: readonly (Element | null | undefined)[],
	nowhere: string,
	move: () => void,
) => {
	const start = performance.now();
	const look = () =>
		setTimeout(() => {
			const focused = document.activeElement;
			const passedMs = performance.now() - start;
			const isGone = elements.every((element) => !element?.isConnected);
			if (elements.some((element) => element?.contains(focused)) && passedMs < WATCH_MS) look();
			else if (focused?.matches(nowhere) && (isGone || passedMs < LOST_MS)) move();
		}, STEP_MS);
	look();
};
