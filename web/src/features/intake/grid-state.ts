import { createChanges } from '../../api/changes.ts';
import { columns } from './columns.ts';

/** The column of the file, and that of the problems; between them those that can be corrected. */
export const FILE = 0;
export const PROBLEMS = columns.length + 1;

/** A cell: its row's id and the number of its column. */
export interface Cell {
	row: string;
	col: number;
}

interface Edited extends Cell {
	/** What was typed to begin with, in place of what was there. */
	typed?: string | undefined;
}

interface Range {
	rows: readonly string[];
	/** The first and the last column. */
	cols: readonly [number, number];
}

const within = (value: number, last: number) => Math.max(0, Math.min(value, last));

/**
 * Where a person is in the grid, what of it is selected and which cell is edited. Each row listens for itself, so that
 * a step draws two rows.
 */
export const createGrid = () => {
	const { subscribe, tell } = createChanges();
	/** The ids of the rows on screen, in their order. */
	let rows: readonly string[] = [];
	let places = new Map<string, number>();
	let active: Cell | undefined;
	/** Where a range begins. */
	let anchor: Cell | undefined;
	/** More than a range of cells is selected: its rows with all columns, or all rows. */
	let whole: 'rows' | 'all' | undefined;
	let editing: Edited | undefined;

	const placeOf = (row: string | undefined) => places.get(row ?? '') ?? 0;
	const activeNow = (): Cell | undefined =>
		active && places.has(active.row) ? active : rows[0] ? { row: rows[0], col: FILE } : undefined;

	const range = (): Range => {
		const to = activeNow();
		if (!to) return { rows: [], cols: [FILE, FILE] };
		if (whole === 'all') return { rows, cols: [FILE, PROBLEMS] };
		const from = anchor && places.has(anchor.row) ? anchor : to;
		const [first, last] = [placeOf(from.row), placeOf(to.row)].sort((a, b) => a - b) as [
			number,
			number,
		];
		const cols = whole ? [FILE, PROBLEMS] : [from.col, to.col].sort((a, b) => a - b);
		return { rows: rows.slice(first, last + 1), cols: cols as [number, number] };
	};

	/** Puts the focus where the person is: the cell is there already. */
	const focus = () => {
		const cell = activeNow();
		if (!cell) return;
		document.querySelector<HTMLElement>(`[data-at="${CSS.escape(cell.row)}/${cell.col}"]`)?.focus();
	};

	const go = (cell: Cell, extend = false) => {
		anchor = extend ? (anchor ?? activeNow()) : undefined;
		if (!extend || whole === 'all') whole = undefined;
		active = cell;
		editing = undefined;
		tell();
	};

	return {
		subscribe,
		/** Tells which rows are on screen. The place of one that went away is that of the next. */
		show: (ids: readonly string[]) => {
			if (active && !ids.includes(active.row)) {
				const row = ids[within(placeOf(active.row), ids.length - 1)];
				active = row === undefined ? undefined : { row, col: active.col };
				anchor = undefined;
				whole = undefined;
			}
			rows = ids;
			places = new Map(ids.map((id, place) => [id, place]));
			tell();
		},
		active: activeNow,
		editing: () => editing,
		range,
		/** How a row is drawn, as one text: its active column, the selected ones, and the edited one. */
		drawn: (row: string) => {
			const selected = range();
			const cell = activeNow();
			const place = placeOf(row);
			const isIn =
				(anchor !== undefined || whole !== undefined) &&
				place >= placeOf(selected.rows[0]) &&
				place <= placeOf(selected.rows.at(-1));
			const at = cell?.row === row ? cell.col : '';
			const edited = editing?.row === row ? editing.col : '';
			return `${at}|${isIn ? selected.cols.join('-') : ''}|${edited}`;
		},
		focus,
		go,
		/** So many rows down and columns to the right, as far as there are. */
		step: (down: number, right: number, extend = false) => {
			const from = activeNow();
			if (!from) return;
			const row = rows[within(placeOf(from.row) + down, rows.length - 1)] ?? from.row;
			go({ row, col: within(from.col + right, PROBLEMS) }, extend);
			focus();
		},
		/** Selects the rows of what is selected, or all. */
		select: (what: 'rows' | 'all') => {
			whole = what;
			tell();
		},
		/** Leaves the selection, but for the cell where the person is; answers whether there was one. */
		leave: () => {
			const had = anchor !== undefined || whole !== undefined;
			anchor = undefined;
			whole = undefined;
			if (had) tell();
			return had;
		},
		edit: (cell: Cell, typed?: string) => {
			active = cell;
			editing = { ...cell, typed };
			tell();
		},
		endEdit: () => {
			editing = undefined;
			tell();
		},
	};
};

export type Grid = ReturnType<typeof createGrid>;
