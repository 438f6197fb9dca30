import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, createContext, useContext, useMemo, useRef, useState } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import { cachedRows, type Named, type Place } from '../../api/cached-rows.ts';
import { useListState } from '../address/list-state.ts';
import type { RowAction } from '../menu/row-actions.ts';
import { notify } from '../notifications/notifications.tsx';
import { useMayEdit } from '../page/for-editors.tsx';
import { useSelection } from '../select/selection.ts';
import { moverOf } from './mover.ts';
import { type Plan, stepped } from './moves.ts';

/** What the rows of a list under a parent can be moved by. */
export interface Ordering {
	/** Why nothing can be moved as the list is shown now: 'Sorted by name'. */
	blocked: string | undefined;
	/** Shows the list so that it can. */
	unblock: () => void;
	/** Moves a row, and what is selected with it. */
	move: (id: string, plan: Plan) => void;
	/** One up or down. */
	step: (id: string, by: -1 | 1) => void;
	/** The row whose new place is being asked for, and the way to ask. */
	asking: string | undefined;
	ask: (id: string | undefined) => void;
	/** The rows among which one is moved, in display order, and those of them that move with it. */
	rows: (id: string) => readonly Named[];
	chosen: (id: string) => ReadonlySet<string>;
}

interface MovableRows extends Ordering {
	/** The handle of a row. The code of drag and drop comes with the lists that have handles. */
	Handle: ComponentType<{ row: Named }>;
}

export const OrderingContext = createContext<MovableRows | undefined>(undefined);

/** How the rows of the list around can be moved; undefined where they cannot, by this person. */
export const useOrdering = () => useContext(OrderingContext);

/** How a row can be moved, for its menu; where the list is not in display order, the way there. */
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

/** Says why nothing can be moved here, with the way to where it can. */
export const tellWhyNot = ({ blocked, unblock }: Ordering) =>
	notify({
		about: 'order',
		good: true,
		title: `${blocked}`,
		message: 'Rows are moved in display order, with all of them shown.',
		action: { label: 'Show in display order', run: unblock },
	});

/** Why rows of a list cannot be moved as its address has it shown; `sorts` where it is a table. */
const blockedBy = (
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

interface OrderingOptions {
	resource: AnyResource;
	place: Place;
	/** The list is shown as a table, which sorts. */
	sorts: boolean;
	/** What rows are grouped by, where they are: a row moves in its group. */
	groupOf?: ((row: never) => string) | undefined;
}

/** Makes a list's rows movable; `said` is for a live region. Nothing to move with for who may not. */
export const useMoves = ({ resource, place, sorts, groupOf }: OrderingOptions) => {
	const client = useQueryClient();
	const [state, change] = useListState();
	const [said, say] = useState('');
	const [asking, ask] = useState<string>();
	const mayEdit = useMayEdit();
	const selection = useSelection();
	const now = useRef({ resource, place, groupOf, selection, change });
	now.current = { resource, place, groupOf, selection, change };
	const blocked = blockedBy(state, resource, sorts);

	const acts = useMemo(() => {
		const rows = (id: string) => {
			const { resource, place, groupOf } = now.current;
			const all = cachedRows(client, resource, place);
			const one = all.find((row) => row.id === id);
			if (!groupOf || !one) return all;
			return all.filter((row) => groupOf(row as never) === groupOf(one as never));
		};
		const chosen = (id: string): ReadonlySet<string> => {
			const { selection } = now.current;
			if (!selection?.has(id)) return new Set([id]);
			return new Set(rows(id).flatMap((row) => (selection.has(row.id) ? [row.id] : [])));
		};
		const move = moverOf(client, { now: () => now.current, rows, chosen, say });
		return {
			rows,
			chosen,
			ask,
			move: (id: string, plan: Plan) => void move(id, plan),
			step: (id: string, by: -1 | 1) => void move(id, (order, moved) => stepped(order, moved, by)),
			unblock: () => now.current.change({ search: undefined, sort: undefined }),
		};
	}, [client]);

	const ordering = useMemo(
		(): Ordering | undefined =>
			mayEdit && resource.ordered ? { ...acts, blocked, asking } : undefined,
		[acts, blocked, asking, mayEdit, resource.ordered],
	);
	return { ordering, said };
};
