const CONTROLS = 'a[href], button, input, select, [tabindex]';

/** Long enough for a page to turn on a slow phone, and for a menu to close. */
const PATIENCE_MS = 5_000;

const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);

const controlsOf = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>(CONTROLS)];

/** Which control of a row has the focus, or an open menu, which will give it back. */
const focusedIn = (row: HTMLElement | null) => {
	if (!row) return undefined;
	const controls = controlsOf(row);
	const at = controls.indexOf(document.activeElement as HTMLElement);
	const opener = controls.findIndex(({ ariaExpanded }) => ariaExpanded === 'true');
	return at >= 0 ? at : opener >= 0 ? opener : undefined;
};

/** The frames in which a moved row's focus is looked after; a later move has its own. */
let looking = 0;

/**
 * Notes what has the focus in a row that is about to move. What it returns gives it back as often as the focus
 * goes nowhere, because the row was taken out and put in again, to the row wherever it is shown by then; until
 * somebody goes elsewhere.
 */
export const keepFocus = (id: string) => {
	const control = focusedIn(rowOf(id));
	return () => {
		const mine = ++looking;
		const until = performance.now() + PATIENCE_MS;
		let elsewhere = false;
		const leave = ({ type, key }: Partial<KeyboardEvent>) => {
			if (type !== 'keydown' || key === 'Tab') elsewhere = true;
		};
		const ends = new AbortController();
		const options = { signal: ends.signal, capture: true };
		document.addEventListener('pointerdown', leave, options);
		document.addEventListener('keydown', leave, options);
		const look = () => {
			if (elsewhere || mine !== looking || performance.now() > until) return ends.abort();
			const row = rowOf(id);
			if (row && document.activeElement === document.body) {
				const wanted = control === undefined ? undefined : controlsOf(row)[control];
				(wanted ?? row.querySelector<HTMLElement>('[data-handle] button'))?.focus({
					preventScroll: true,
				});
				row.scrollIntoView({ block: 'nearest' });
			}
			requestAnimationFrame(look);
		};
		look();
	};
};
