import {
	IconCircleCheck,
	IconCircleDashed,
	IconFolderShare,
	IconLock,
	IconLockOpen,
	IconTrash,
	type TablerIcon,
} from '@tabler/icons-react';
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { BulkAction } from '#shared/contract/bulk-actions.ts';
import type { Named } from '../../api/cached-rows.ts';
import { createChanges } from '../../api/changes.ts';

/** All that a list across all courses finds by a query, seen or not. */
export interface Everything {
	where: Readonly<Record<string, string>>;
	total: number;
}

/** What is selected in a list. */
export interface Selected {
	/** Names by id, in the order in which they were selected. */
	readonly rows: ReadonlyMap<string, string>;
	/** In place of single rows. */
	readonly everything: Everything | undefined;
	/** Why it could not be done, by the ids of those it could not be done with. */
	readonly failures: ReadonlyMap<string, string>;
}

const NOTHING: Selected = { rows: new Map(), everything: undefined, failures: new Map() };

const sameQuery = (a: Everything['where'], b: Everything['where']) =>
	JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/**
 * What is selected in one list: it outlives the page, the order and the search that rows were found by. Each row
 * listens for itself, so that one more selected draws one row.
 */
export const createSelection = () => {
	const { subscribe, tell } = createChanges();
	let now = NOTHING;
	let shown: readonly Named[] = [];
	let whole = shown;
	let listed: Everything['where'] = {};
	/** Where a range begins. */
	let last: string | undefined;

	const set = (next: Partial<Selected>) => {
		now = { ...now, ...next };
		tell();
	};

	const has = (id: string) =>
		now.everything ? sameQuery(now.everything.where, listed) : now.rows.has(id);

	/** What single rows are selected; of everything, those that are on screen. */
	const single = () =>
		now.everything
			? new Map(shown.filter(({ id }) => has(id)).map(({ id, name }) => [id, name]))
			: new Map(now.rows);

	/** The rows on screen from the one that was touched last to this one. */
	const rangeTo = (row: Named) => {
		const places = [last, row.id].map((sought) => shown.findIndex(({ id }) => id === sought));
		const [from, to] = places.sort((a, b) => a - b) as [number, number];
		return from < 0 ? [row] : shown.slice(from, to + 1);
	};

	const mark = (rows: readonly Named[], on: boolean) => {
		const next = single();
		for (const { id, name } of rows) on ? next.set(id, name) : next.delete(id);
		const failures = new Map([...now.failures].filter(([id]) => next.has(id)));
		set({ rows: next, everything: undefined, failures });
	};

	return {
		subscribe,
		now: () => now,
		has,
		/** Tells which rows are on screen, in their order, and which the list holds beside them, as far as that is known. */
		show: (rows: readonly Named[], all: readonly Named[]) => {
			shown = rows;
			whole = all;
			set({});
		},
		/** Tells what query found the rows. */
		list: (where: Everything['where']) => {
			listed = where;
			set({});
		},
		shown: () => shown,
		whole: () => whole,
		mark,
		/** Selects a row or leaves it out, `upTo` it all others from the one touched before, as it is then. */
		toggle: (row: Named, upTo = false) => {
			const on = !has(row.id);
			mark(upTo ? rangeTo(row) : [row], on);
			last = row.id;
		},
		everything: (all: Everything) => set({ ...NOTHING, everything: all }),
		/** What was not done stays selected, each with its reason. */
		keep: (failed: readonly (Named & { reason: string })[]) =>
			set({
				rows: new Map(failed.map(({ id, name }) => [id, name])),
				everything: undefined,
				failures: new Map(failed.map(({ id, reason }) => [id, reason])),
			}),
		clear: () => {
			if (countOf(now) > 0) set(NOTHING);
		},
		last: () => last,
	};
};

export type Selection = ReturnType<typeof createSelection>;

/** The selection of the list around; none where nothing can be done with several rows, by this person. */
export const SelectionContext = createContext<Selection | undefined>(undefined);

/** The selection of the list around a row: `useSelection()?.now().rows`. */
export const useSelection = () => useContext(SelectionContext);

const never = () => () => {};

/** What is selected, as it changes. */
export const useSelected = (selection: Selection) =>
	useSyncExternalStore(selection.subscribe, selection.now);

/** How many are selected. */
export const countOf = ({ rows, everything }: Selected) => everything?.total ?? rows.size;

/** Reports to the selection which rows are on screen, and which rows the list has on its other pages, where known. */
export const useShown = (rows: readonly { id: string }[], whole: readonly { id: string }[]) => {
	const selection = useSelection();
	useEffect(
		() => selection?.show(rows as readonly Named[], whole as readonly Named[]),
		[selection, rows, whole],
	);
};

/** Whether a row is selected. */
export const useIsSelected = (id: string) => {
	const selection = useSelection();
	return useSyncExternalStore(selection?.subscribe ?? never, () => selection?.has(id) ?? false);
};

/** Why something could not be done with a row, when it was last tried. */
export const useFailureOf = (id: string) => {
	const selection = useSelection();
	return useSyncExternalStore(selection?.subscribe ?? never, () =>
		selection?.now().failures.get(id),
	);
};

const words = (icon: TablerIcon, does: string, single: string, doing: string, done: string) => ({
	icon,
	does,
	single,
	doing,
	done,
});

/** The icon of each action, and its words: on its button, for one row, in progress, done. */
export const actionWords: Readonly<Record<BulkAction, ReturnType<typeof words>>> = {
	publish: words(IconCircleCheck, 'Publish', 'Publish', 'Publishing', 'Published'),
	unpublish: words(IconCircleDashed, 'Unpublish', 'Unpublish', 'Unpublishing', 'Unpublished'),
	free: words(IconLockOpen, 'Free', 'Make free', 'Making free', 'Made free'),
	premium: words(IconLock, 'Premium', 'Make premium', 'Making premium', 'Made premium'),
	move: words(IconFolderShare, 'Move', 'Move', 'Moving', 'Moved'),
	delete: words(IconTrash, 'Delete', 'Delete', 'Deleting', 'Deleted'),
};

/** Marks the bar of a selection, so that the keyboard gets from a row to the bar. */
export const BAR = 'data-selection-bar';

/** Moves the focus to the first action of the bar. */
export const focusBar = () =>
	document
		.querySelector<HTMLElement>(`[${BAR}] button:not([data-quiet])`)
		?.focus({ preventScroll: true });
