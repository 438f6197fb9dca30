/** Where the bar of a selection is found: by the way from a row to it and back. */
export const BAR = 'data-selection-bar';

/** Leads from a row to what can be done with the selected ones. */
export const focusBar = () =>
	document
		.querySelector<HTMLElement>(`[${BAR}] button:not([data-quiet])`)
		?.focus({ preventScroll: true });
