import { afterFocusLeft } from '../dialog/lost-focus.ts';

const listRowsOnScreen = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')];

/**
 * Remembers the rows around one that will be removed. Returns a function that moves the focus, if the removal has left
 * it nowhere, to the next row, else the one before, else the heading of the screen.
 */
export const rememberNeighbours = (id: string) => {
	const ids = listRowsOnScreen().map(({ dataset }) => dataset.row);
	const at = ids.indexOf(id);
	const nearest = [...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0)).reverse()];
	const dialog = document.activeElement?.closest('[role=dialog]') ?? null;
	return () =>
		afterFocusLeft([dialog], 'body, h1', () => {
			const rows = new Map(listRowsOnScreen().map((row) => [row.dataset.row, row]));
			const row = rows.get(nearest.find((each) => rows.has(each)));
			const target = row?.querySelector<HTMLElement>('a') ?? document.querySelector('h1');
			target?.focus();
		});
};
