import { afterFocusLeft } from './lost-focus.ts';

/**
 * Remembers the heading above a form or control. Returns a function that focuses the heading, if the form was removed
 * together with the focused element, or if that was in a dialog that is closing.
 */
export const rememberHeading = (form: HTMLElement | null, isControl = false) => {
	const heading = [...document.querySelectorAll<HTMLElement>('h1, h2, h3, h4')].findLast(
		(each) => form && each.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING,
	);
	const dialog = form?.closest('[role=dialog]');
	return (closing?: Element | null) =>
		afterFocusLeft([form, closing], 'body', () => {
			// A dialog that has closed moves the focus itself.
			if (dialog?.isConnected === false || (isControl && form?.isConnected)) return;
			const target = heading?.isConnected ? heading : document.querySelector<HTMLElement>('h1');
			target?.setAttribute('tabindex', '-1');
			target?.focus({ preventScroll: true });
		});
};
