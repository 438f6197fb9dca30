import { takeRecentlySaved } from '../api/recently-saved.ts';

/**
 * For the `ref` of a row or card: what was just saved comes into view and is marked for a moment
 * (`data-saved`), so that nobody looks for it in a long list.
 */
export const highlightSaved = (id: string) => (element: HTMLElement | null) => {
	if (!element || !takeRecentlySaved(id)) return;
	element.dataset.saved = '';
	element.addEventListener('animationend', () => delete element.dataset.saved, { once: true });
	// Not at once: the router scrolls a new page to its top when this has been drawn.
	setTimeout(() => element.scrollIntoView({ block: 'nearest' }), 50);
};
