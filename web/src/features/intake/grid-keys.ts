import type { KeyboardEvent } from 'react';
import { FILE, type Grid, PROBLEMS } from './grid-state.ts';

/** What the grid does beside moving: with the cells that are selected. */
export interface GridVerbs {
	/** Begins to edit the active cell, with what was typed in place of what is there; or does what the cell is for. */
	enter: (typed?: string) => void;
	clear: () => void;
	fillDown: () => void;
	undo: () => void;
}

const PAGE = 12;
const ALL = 1_000_000;

const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
	ArrowUp: [-1, 0],
	ArrowDown: [1, 0],
	ArrowLeft: [0, -1],
	ArrowRight: [0, 1],
	PageUp: [-PAGE, 0],
	PageDown: [PAGE, 0],
	Home: [0, -ALL],
	End: [0, ALL],
};

/** To the end of the rows or columns, with Ctrl. */
const far = ([down, right]: readonly [number, number]) => [down * ALL, right * ALL] as const;
const corners: Readonly<Record<string, readonly [number, number]>> = {
	Home: [-ALL, -ALL],
	End: [ALL, ALL],
};

const withCtrl = (key: string, grid: Grid, verbs: GridVerbs): boolean => {
	if (key === 'd') verbs.fillDown();
	else if (key === 'z') verbs.undo();
	else if (key === 'a') grid.select('all');
	else return false;
	return true;
};

const plain = (event: KeyboardEvent, grid: Grid, verbs: GridVerbs): boolean => {
	const { key } = event;
	if (key === 'Enter' || key === 'F2') verbs.enter();
	else if (key === 'Delete' || key === 'Backspace') verbs.clear();
	else if (key === 'Escape') return grid.leave();
	else if (key === ' ' && event.shiftKey) grid.select('rows');
	else if (key.length === 1 && !event.altKey && isForEditing(grid)) verbs.enter(key);
	else return false;
	return true;
};

const isForEditing = (grid: Grid) => {
	const col = grid.active()?.col ?? FILE;
	return col > FILE && col < PROBLEMS;
};

/**
 * The keys of a spreadsheet, as the grid pattern of the ARIA Authoring Practices has them: Tab leaves the grid, as
 * nobody would come out of it otherwise. Copy and paste are events of their own.
 */
export const pressInGrid = (event: KeyboardEvent, grid: Grid, verbs: GridVerbs) => {
	if (event.nativeEvent.isComposing || (event.target as Element).matches('input')) return;
	const ctrl = event.ctrlKey || event.metaKey;
	const step = steps[event.key];
	const [down, right] = (ctrl && corners[event.key]) || (step && ctrl ? far(step) : step) || [0, 0];
	if (step) grid.step(down, right, event.shiftKey);
	else if (!(ctrl ? withCtrl(event.key.toLowerCase(), grid, verbs) : plain(event, grid, verbs)))
		return;
	event.preventDefault();
	event.stopPropagation();
};
