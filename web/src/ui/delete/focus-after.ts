/** Longer than a dialog takes to give the focus back, which it cannot to a control that is gone. */
const LET_GO_MS = 80;

const listRowsOnScreen = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')];

/**
 * Remembers the rows around one that will be removed. Returns a function that moves the focus, if the removal has left
 * it nowhere, to the next row, else the one before, else the heading of the screen.
 */
export const rememberNeighbours = (id: string) => {
	const ids = listRowsOnScreen().map(({ dataset }) => dataset.row);
	const at = ids.indexOf(id);
	const nearest = [...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0)).reverse()];
	return () =>
		setTimeout(() => {
			if (!document.activeElement?.matches('body, h1')) return;
			const rows = new Map(listRowsOnScreen().map((row) => [row.dataset.row, row]));
			const row = rows.get(nearest.find((each) => rows.has(each)));
			const target = row?.querySelector<HTMLElement>('a') ?? document.querySelector('h1');
			target?.focus();
		}, LET_GO_MS);
};
