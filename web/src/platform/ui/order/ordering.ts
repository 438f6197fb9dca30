import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useRef, useState } from 'react';
import type { OrderRequest } from '#shared/contract/content/ordering.ts';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { formatWhole } from '#shared/grouped.ts';
import { getCachedRows, type Named, type Place } from '../../api/cached-rows.ts';
import { createChanges } from '../../api/changes.ts';
import { moveRows } from '../../api/order.ts';
import { setRecentlySaved } from '../../api/recently-saved.ts';
import { useListState } from '../address/list-state.ts';
import type { RowAction } from '../menu/actions.ts';
import { notify, notifyFailure } from '../notifications/notifications.tsx';
import { useMayEdit } from '../page/for-editors.tsx';
import { useSelection } from '../selection/selection.ts';
import { invertMove, moveByStep, type Plan } from './moves.ts';

/** Functions and state for moving the rows of a list under a parent. */
export interface Ordering {
	/** Why nothing can be moved as the list is shown now: 'Sorted by name'. */
	blocked: string | undefined;
	/** Shows the list in display order, so that rows can be moved. */
	unblock: () => void;
	/** Moves a row and the rows selected with it. */
	move: (id: string, plan: Plan) => void;
	/** Moves a row one place up or down. */
	step: (id: string, by: -1 | 1) => void;
	/** The row of the open place dialog, and the function that opens or closes the dialog. */
	dialogRow: string | undefined;
	ask: (id: string | undefined) => void;
	/** The rows among which a row is moved, in display order, and the ids of those that move with it. */
	rows: (id: string) => readonly Named[];
	chosen: (id: string) => ReadonlySet<string>;
}

interface MovableRows extends Ordering {
	/** The handles on screen. */
	handles: Handles;
}

/** Creates the collection of the handles on screen, for drag and drop, which is loaded later. */
export const createHandles = () => {
	const { subscribe, emit } = createChanges();
	const all = new Map<string, HTMLElement>();
	let version = 0;
	const changed = () => {
		version++;
		emit();
	};
	return {
		subscribe,
		version: () => version,
		all,
		add: (id: string, handle: HTMLElement | null) => {
			if (!handle) return undefined;
			all.set(id, handle);
			changed();
			return () => {
				all.delete(id);
				changed();
			};
		},
	};
};

export type Handles = ReturnType<typeof createHandles>;

export const OrderingContext = createContext<MovableRows | undefined>(undefined);

/** Returns how rows of the surrounding list can be moved; undefined if this person cannot move them. */
export const useOrdering = () => useContext(OrderingContext);

/** Returns the menu actions that move a row, or the one that shows the list in display order. */
export const useOrderActions = ({ id }: { id: string }): RowAction[] => {
	const ordering = useOrdering();
	if (!ordering) return [];
	const { blocked, unblock, step, ask } = ordering;
	if (blocked)
		return [{ words: 'Show in display order to move', icon: IconArrowsSort, onClick: unblock }];
	return [
		{ words: 'Move up', icon: IconArrowUp, onClick: () => step(id, -1) },
		{ words: 'Move down', icon: IconArrowDown, onClick: () => step(id, 1) },
		{ words: 'Move to place…', icon: IconArrowsSort, onClick: () => ask(id) },
	];
};

/** Shows why rows cannot be moved, with an action that shows the list in display order. */
export const showBlockedReason = ({ blocked, unblock }: Ordering) =>
	notify({
		about: 'order',
		good: true,
		title: `${blocked}`,
		message: 'Rows are moved in display order, with all of them shown.',
		action: { label: 'Show in display order', run: unblock },
	});

/** Returns why rows cannot be moved with the search and order of the address; `sorts` is true for a table. */
const describeBlock = (
	{ search, sort }: { search?: string | undefined; sort?: string | undefined },
	{ labels }: AnyResource,
	sorts: boolean,
) => {
	if (search) return 'Searched';
	if (!sorts || !sort || sort === 'order_num') return undefined;
	const name = sort.replace(/^-/, '');
	if (name === 'order_num') return 'Sorted from last to first';
	const words: Readonly<Record<string, string>> = { created_at: 'date', ...labels };
	return name === 'name' || words[name]
		? `Sorted by ${name === 'name' ? name : words[name]?.toLowerCase()}`
		: undefined;
};

/** Returns the title of a notification about moved rows. */
const formatMovedTitle = (names: readonly string[], { plural }: AnyResource) =>
	names.length === 1 ? `${names[0]}` : `${formatWhole(names.length)} ${plural.toLowerCase()}`;

/** Formats the result of a move: 'Moved to place 3 of 41', or the places of several rows. */
const formatPlaces = (order: readonly string[], ids: readonly string[]) => {
	const first = order.indexOf(ids[0] ?? '') + 1;
	const many =
		ids.length > 1
			? `${formatWhole(ids.length)} moved to places ${formatWhole(first)} to ${formatWhole(first + ids.length - 1)}`
			: `Moved to place ${formatWhole(first)}`;
	return `${many} of ${formatWhole(order.length)}`;
};

/** Converts a move within some rows of a list to a move in the whole list. */
const toWholeList = (
	order: readonly string[],
	here: readonly string[],
	{ ids, before }: OrderRequest,
): OrderRequest => {
	if (before !== null || here.length === order.length) return { ids, before };
	const moved = new Set(ids);
	const rest = order.filter((id) => !moved.has(id));
	const last = here.findLast((id) => !moved.has(id));
	return { ids, before: last === undefined ? null : (rest[rest.indexOf(last) + 1] ?? null) };
};

const STREAK_MS = 10_000;

interface MoverOptions {
	/** The rows among which a row is moved, and the ids of those that move with it. */
	rows: (id: string) => readonly Named[];
	chosen: (id: string) => ReadonlySet<string>;
	/** Returns the list that is on screen. */
	latest: () => { resource: AnyResource; place: Place };
	/** Announces a text to screen readers. */
	announce: (words: string) => void;
}

/** Returns a function that moves rows, reports the result and offers Undo. */
const createMover = (client: QueryClient, { latest, rows, chosen, announce }: MoverOptions) => {
	/** The last move and the order before it. Moves of the same rows within `STREAK_MS` are undone as one. */
	let last: { ids: string; from: readonly string[]; until: number } | undefined;
	const run = async (
		lead: string,
		plan: (order: readonly string[]) => OrderRequest | undefined,
	) => {
		const { resource, place } = latest();
		const made = await moveRows(client, resource, place, plan);
		if (!made) return undefined;
		setRecentlySaved(lead);
		made.sent.catch((error) => notifyFailure(error, 'Failed to change the order', 'order'));
		return made;
	};
	const undoMove = async (lead: string, from: readonly string[], moved: ReadonlySet<string>) => {
		last = undefined;
		for (const call of invertMove(from, moved)) await run(lead, () => call);
		const here = rows(lead).map((row) => row.id);
		announce(
			`Moved back. ${formatPlaces(
				here,
				here.filter((id) => moved.has(id)),
			)}`,
		);
	};
	/** Reports the result for some of the rows around one: aloud, and on screen. */
	const tell = (id: string, ids: readonly string[], message: string, undo?: () => void) => {
		announce(message);
		const names = new Map(rows(id).map((row) => [row.id, row.name]));
		notify({
			about: 'order',
			good: true,
			title: formatMovedTitle(
				ids.map((each) => names.get(each) ?? ''),
				latest().resource,
			),
			message,
			...(undo && { action: { label: 'Undo', run: undo } }),
		});
	};
	return async (id: string, plan: Plan) => {
		const moved = chosen(id);
		const made = await run(id, (order) => {
			const here = rows(id).map((row) => row.id);
			const move = plan(here, moved);
			return move && toWholeList(order, here, move);
		});
		const ids = [...moved].sort().join();
		if (!made) {
			// The last move of these rows can still be undone.
			const before = last?.ids === ids ? last.from : undefined;
			const undo = before && (() => void undoMove(id, before, moved));
			return tell(id, [...moved], 'Already there', undo);
		}
		const { move } = made;
		const from = last && last.ids === ids && performance.now() < last.until ? last.from : made.from;
		last = { ids, from, until: performance.now() + STREAK_MS };
		const after = rows(id).map((row) => row.id);
		tell(id, move.ids, formatPlaces(after, move.ids), () => void undoMove(id, from, moved));
	};
};

interface OrderingOptions {
	resource: AnyResource;
	place: Place;
	/** The list is shown as a table, which sorts. */
	sorts: boolean;
	/** Returns the group of a row; a row moves within its group. */
	groupOf?: ((row: never) => string) | undefined;
}

/**
 * Makes the rows of a list movable; `announcement` is the text of a live region. `ordering` is undefined if the person
 * may not edit or the list has no order.
 */
export const useMoves = ({ resource, place, sorts, groupOf }: OrderingOptions) => {
	const client = useQueryClient();
	const [state, change] = useListState();
	const [announcement, announce] = useState('');
	const [dialogRow, ask] = useState<string>();
	const mayEdit = useMayEdit();
	const selection = useSelection();
	const latest = useRef({ resource, place, groupOf, selection, change });
	latest.current = { resource, place, groupOf, selection, change };
	const blocked = describeBlock(state, resource, sorts);

	const acts = useMemo(() => {
		const rows = (id: string) => {
			const { resource, place, groupOf } = latest.current;
			const all = getCachedRows(client, resource, place);
			const target = all.find((row) => row.id === id);
			if (!groupOf || !target) return all;
			return all.filter((row) => groupOf(row as never) === groupOf(target as never));
		};
		const chosen = (id: string): ReadonlySet<string> => {
			const { selection } = latest.current;
			if (!selection?.has(id)) return new Set([id]);
			return new Set(rows(id).flatMap((row) => (selection.has(row.id) ? [row.id] : [])));
		};
		const move = createMover(client, { latest: () => latest.current, rows, chosen, announce });
		return {
			rows,
			chosen,
			ask,
			move: (id: string, plan: Plan) => void move(id, plan),
			step: (id: string, by: -1 | 1) =>
				void move(id, (order, moved) => moveByStep(order, moved, by)),
			unblock: () => latest.current.change({ search: undefined, sort: undefined }),
		};
	}, [client]);

	const ordering = useMemo(
		(): Ordering | undefined =>
			mayEdit && resource.ordered ? { ...acts, blocked, dialogRow } : undefined,
		[acts, blocked, dialogRow, mayEdit, resource.ordered],
	);
	return { ordering, announcement };
};
