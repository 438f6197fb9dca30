import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { Named } from '../../api/cached-rows.ts';
import { createChanges } from '../../api/changes.ts';

/** All rows that a query of a list across courses finds, on screen or not. */
export interface Everything {
	where: Readonly<Record<string, string>>;
	total: number;
}

/** The selected rows of a list. */
export interface Selected {
	/** Names by id, in the order in which they were selected. */
	readonly rows: ReadonlyMap<string, string>;
	/** Set instead of `rows` if all rows of a query are selected. */
	readonly everything: Everything | undefined;
	/** Reasons by row id for rows of the last action that failed. */
	readonly failures: ReadonlyMap<string, string>;
}

const NOTHING: Selected = { rows: new Map(), everything: undefined, failures: new Map() };

const isSameQuery = (a: Everything['where'], b: Everything['where']) =>
	JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/**
 * Creates the selection of a list. Selected rows survive a new page, order or search. Each row subscribes on its own, so that
 * selecting a row renders only that row.
 */
export const createSelection = () => {
	const { subscribe, emit } = createChanges();
	let state = NOTHING;
	let rowsOnPage: readonly Named[] = [];
	let rowsOnAllPages = rowsOnPage;
	/** The start of a range. */
	let last: string | undefined;

	const set = (next: Partial<Selected>) => {
		state = { ...state, ...next };
		emit();
	};

	const has = (id: string) => state.everything !== undefined || state.rows.has(id);

	/** Returns the selected rows by id; if all rows of a query are selected, those on screen. */
	const selectedRows = () =>
		state.everything ? new Map(rowsOnPage.map(({ id, name }) => [id, name])) : new Map(state.rows);

	/** Returns the rows on screen from the last toggled row to this one. */
	const rangeTo = (row: Named) => {
		const places = [last, row.id].map((sought) => rowsOnPage.findIndex(({ id }) => id === sought));
		const [from, to] = places.sort((a, b) => a - b) as [number, number];
		return from < 0 ? [row] : rowsOnPage.slice(from, to + 1);
	};

	const mark = (rows: readonly Named[], on: boolean) => {
		const next = selectedRows();
		for (const { id, name } of rows) on ? next.set(id, name) : next.delete(id);
		const failures = new Map([...state.failures].filter(([id]) => next.has(id)));
		set({ rows: next, everything: undefined, failures });
	};

	return {
		subscribe,
		now: () => state,
		has,
		/** Sets the rows on screen, in order, and all rows of the list, as far as known. */
		setRows: (rows: readonly Named[], all: readonly Named[]) => {
			rowsOnPage = rows;
			rowsOnAllPages = all;
			set({});
		},
		/** Sets the query that found the rows. A selection of all rows ends with the query that it was made for. */
		setQuery: (where: Everything['where']) => {
			set(state.everything && !isSameQuery(state.everything.where, where) ? NOTHING : {});
		},
		rowsOnPage: () => rowsOnPage,
		rowsOnAllPages: () => rowsOnAllPages,
		mark,
		/** Toggles a row. With `upTo`, gives all rows from the last toggled row the same state. */
		toggle: (row: Named, upTo = false) => {
			const on = !has(row.id);
			mark(upTo ? rangeTo(row) : [row], on);
			last = row.id;
		},
		everything: (all: Everything) => set({ ...NOTHING, everything: all }),
		/** Selects only the rows that failed, each with its reason. */
		keep: (failed: readonly (Named & { reason: string })[]) =>
			set({
				rows: new Map(failed.map(({ id, name }) => [id, name])),
				everything: undefined,
				failures: new Map(failed.map(({ id, reason }) => [id, reason])),
			}),
		clear: () => {
			if (countSelected(state) > 0) set(NOTHING);
		},
		last: () => last,
	};
};

export type Selection = ReturnType<typeof createSelection>;

/** The selection of the surrounding list; undefined if it has no bulk actions for this person. */
export const SelectionContext = createContext<Selection | undefined>(undefined);

/** Returns the selection of the surrounding list: `useSelection()?.now().rows`. */
export const useSelection = () => useContext(SelectionContext);

const subscribeToNothing = () => () => {};

/** Returns the selected rows, and renders again when they change. */
export const useSelected = (selection: Selection) =>
	useSyncExternalStore(selection.subscribe, selection.now);

/** Returns the number of selected rows. */
export const countSelected = ({ rows, everything }: Selected) => everything?.total ?? rows.size;

/** Reports to the selection which rows are on screen, and which rows the list has on its other pages, where known. */
export const useShown = (rows: readonly { id: string }[], allRows: readonly { id: string }[]) => {
	const selection = useSelection();
	useEffect(
		() => selection?.setRows(rows as readonly Named[], allRows as readonly Named[]),
		[selection, rows, allRows],
	);
};

/** Returns whether a row is selected. */
export const useIsSelected = (id: string) => {
	const selection = useSelection();
	return useSyncExternalStore(
		selection?.subscribe ?? subscribeToNothing,
		() => selection?.has(id) ?? false,
	);
};

/** Returns why the last bulk action failed for a row. */
export const useRowFailure = (id: string) => {
	const selection = useSelection();
	return useSyncExternalStore(selection?.subscribe ?? subscribeToNothing, () =>
		selection?.now().failures.get(id),
	);
};

/** Attribute of the selection bar, by which the keyboard moves the focus from a row to the bar. */
export const SELECTION_BAR = 'data-selection-bar';

/** Moves the focus to the first action of the bar. */
export const focusBar = () =>
	document
		.querySelector<HTMLElement>(`[${SELECTION_BAR}] button:not([data-quiet])`)
		?.focus({ preventScroll: true });
