/** Longer than a dialog takes to give the focus back to what opened it (`ui/loading/on-demand.tsx`), if that is there. */
const PATIENCE_MS = 120;

/** Whether nothing has the focus, so that the next Tab would begin at the top of the page. */
const isNowhere = () => !document.activeElement || document.activeElement === document.body;

/**
 * What had the focus may go away: the row that was deleted, the button of an empty list that is empty no
 * more, a dialog whose opener is gone. The heading of the screen takes the focus then. A button that is disabled while it
 * waits for an answer loses it as well, and has it back afterwards. For the life of the page.
 */
export const keepFocus = () => {
	let last: EventTarget | null = null;
	document.addEventListener('focusin', ({ target }) => {
		last = target;
	});
	// Who clicks beside everything wants no focus; a click on something gives it to that in a moment.
	document.addEventListener('mousedown', () => {
		last = null;
	});
	const isLost = () => last instanceof Node && !last.isConnected && isNowhere();
	/** Not where the focus went elsewhere meanwhile, and has been lost there a moment ago. */
	const look = (lost: EventTarget | null) => {
		if (last === lost && isLost())
			document.querySelector<HTMLElement>('#root h1[tabindex]')?.focus({ preventScroll: true });
	};
	const isEnabledAgain = ({ target, attributeName }: MutationRecord) =>
		attributeName === 'disabled' && target === last && !(target as Element).matches(':disabled');
	new MutationObserver((records) => {
		if (isLost()) setTimeout(look, PATIENCE_MS, last);
		if (isNowhere() && records.some(isEnabledAgain))
			(last as HTMLElement).focus({ preventScroll: true });
	}).observe(document.body, {
		childList: true,
		subtree: true,
		attributeFilter: ['inert', 'disabled'],
	});
};
