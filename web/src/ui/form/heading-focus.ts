/** Longer than a dialog takes to give the focus back. */
const FOCUS_DELAY_MS = 80;

/**
 * Remembers the heading above a form. Returns a function that focuses the heading, if the form was removed together
 * with the focused element.
 */
export const rememberHeading = (form: HTMLElement | null) => {
	const heading = [...document.querySelectorAll<HTMLElement>('h1, h2, h3, h4')].findLast(
		(each) => form && each.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING,
	);
	const dialog = form?.closest('[role=dialog]');
	return () =>
		setTimeout(() => {
			// A dialog that has closed moves the focus itself, but on a slow machine later than this.
			if (document.activeElement !== document.body || dialog?.isConnected === false) return;
			const target = heading?.isConnected ? heading : document.querySelector<HTMLElement>('h1');
			target?.setAttribute('tabindex', '-1');
			target?.focus({ preventScroll: true });
		}, FOCUS_DELAY_MS);
};
