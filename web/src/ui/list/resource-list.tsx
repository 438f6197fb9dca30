import { Button, VisuallyHidden } from '@mantine/core';
import { IconFilterOff, IconPlus, type TablerIcon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { grouped } from '#shared/grouped.ts';
import { newAt } from '../../addresses.ts';
import type { Named } from '../../api/cached-rows.ts';
import { nextOrder } from '../../api/next-order.ts';
import { recentlySaved } from '../../api/recently-saved.ts';
import { useListState } from '../address/list-state.ts';
import { Duplicating } from '../copy/duplicate.tsx';
import { ConfirmDelete } from '../delete/confirm-delete.tsx';
import { Empty } from '../loading/empty.tsx';
import { Loaded } from '../loading/loaded.tsx';
import { late, type Opened, onDemand, whenReached } from '../loading/on-demand.tsx';
import { ForEditors } from '../page/for-editors.tsx';
import { LinkButton } from '../page/links.tsx';
import { CardGrid, CardGridSkeleton, type Groups } from './card-grid.tsx';
import { matching } from './columns.ts';
import { FilterBar, SearchField, type View, ViewSwitch } from './filter-bar.tsx';
import { TableSkeleton } from './narrow-rows.tsx';
import { type ListDialog, type Rows, Verbs } from './row-actions.tsx';
import { Selecting } from './select-box.tsx';

const FEW = 20;

const [OrderBox, loadOrderBox] = late(
	() => import('./order-box.tsx'),
	'OrderBox',
	<TableSkeleton sorts />,
);

interface ListSearchProps {
	/** 'topics'. */
	noun: string;
	/** All there are; undefined while they are on their way. */
	rows: readonly unknown[] | undefined;
	/** As many as need no search: by default as many as are seen at a glance. */
	few?: number | undefined;
}

/** The search of a list that comes whole, where there is enough to search in. */
const ListSearch = ({ noun, rows = [], few = FEW }: ListSearchProps) => {
	const [{ search }] = useListState();
	return rows.length > few || search ? <SearchField label={`Search ${noun}`} /> : null;
};

interface FoundRowsProps<Row> {
	noun: string;
	rows: readonly Row[];
	/** The list of those that were found: at least one. */
	children: (found: Row[]) => ReactNode;
}

/** Those of a list that comes whole whose names contain what the address searches for, as the server would find them. */
const FoundRows = <Row extends Named>(props: FoundRowsProps<Row>) => {
	const { noun, rows, children } = props;
	const [{ search = '' }, change] = useListState();
	const found = useMemo(() => matching(rows, search), [rows, search]);
	useEffect(() => {
		const saved = recentlySaved();
		// What was just made or renamed is to be seen, also when it is not what was searched for.
		if (rows.length > found.length && saved && rows.some(({ id }) => id === saved))
			if (!found.some(({ id }) => id === saved)) change({ search: undefined });
	});
	return (
		<>
			<VisuallyHidden role="status">
				{search && `${grouped(found.length)} of ${grouped(rows.length)} ${noun}`}
			</VisuallyHidden>
			{found.length > 0 ? (
				children(found)
			) : (
				<Empty
					icon={IconFilterOff}
					title={`No ${noun} match`}
					text="Try another search."
					action={
						<Button variant="default" onClick={() => change({ search: undefined })}>
							Show all {noun}
						</Button>
					}
				/>
			)}
		</>
	);
};

interface Item {
	id: string;
	name: string;
	order_num: number;
}

/** What the dialogs over a list are shown with. */
export interface ListDialogsProps<Row, Place> extends Opened {
	place: Place;
	/** What it is open for. */
	kind: ListDialog<Row>['kind'] | undefined;
	/** The item of the row that it is about; none when one is added. */
	item: Row | undefined;
	/** The order that puts a new item last. */
	order: number;
}

/** What cards and tables alike are given. */
interface ShownRows<Row> {
	label: string;
	rows: Row[];
	isBusy: (row: Row) => boolean;
}

interface ResourceListProps<Row extends Item> {
	rows: Rows<Row>;
	query: UseQueryResult<Row[], unknown>;
	/** Names the list for screen readers: 'Exam sets of Plumbing'. */
	label: string;
	/** The catalogue's heading and fallback for a list that cannot be loaded. */
	heading?: string;
	fallback?: string;
	empty: { icon: TablerIcon; title: string; text?: ReactNode; action: ReactNode };
	/** What stands beside the search. */
	above?: ReactNode;
	/** An item as a card, always the same function. */
	card?: (row: Row) => ReactNode;
	/** What the cards are grouped by. */
	groups?: Groups<Row>;
	/** As many rows as need no search; 20. */
	few?: number;
	/** The items as a table, a `DataTable` of the screen's own: a list of cards does without its code. */
	table?: (shown: ShownRows<Row>) => ReactNode;
	/** Where there are both, which of them. */
	view?: readonly [View, (view: View) => void];
	// biome-ignore lint/suspicious/noExplicitAny: the place is that of the list's resource
	dialogs?: (shown: ListDialogsProps<Row, any>) => ReactNode;
	/** The dialogs have closed. */
	onClosed?: () => void;
}

/** The items under a parent, which come whole: to be searched, looked at as cards or as a table, added, changed and deleted. */
export const ResourceList = <Row extends Item>(props: ResourceListProps<Row>) => {
	const { rows, query, label, empty, above, card, table, view, dialogs } = props;
	const { resource, isBusy } = rows;
	const noun = resource.plural.toLowerCase();
	// Loads while the rows are on their way.
	useEffect(loadOrderBox, []);
	const asCards = card && (view ? view[0] === 'cards' : true) ? card : undefined;
	const shown = (found: Row[]) => {
		const shared: ShownRows<Row> = { label, rows: found, isBusy: ({ id }) => isBusy(id) };
		return asCards ? (
			<CardGrid {...shared} groups={props.groups}>
				{asCards}
			</CardGrid>
		) : (
			table?.(shared)
		);
	};
	return (
		<Verbs value={rows.verbs}>
			<Selecting key={Object.values(rows.place).join()} resource={resource}>
				<FilterBar end={view && <ViewSwitch view={view[0]} onChange={view[1]} />}>
					{above}
					<ListSearch noun={noun} rows={query.data} few={props.few} />
				</FilterBar>
				<Loaded
					query={query}
					loading={`Loading ${noun}...`}
					skeleton={asCards ? <CardGridSkeleton /> : <TableSkeleton sorts />}
					{...(props.heading && { heading: props.heading })}
					{...(props.fallback && { fallback: props.fallback })}
				>
					{(all) =>
						all.length === 0 ? (
							<Empty {...empty} />
						) : (
							<OrderBox
								resource={resource}
								place={rows.place}
								sorts={!asCards}
								groupOf={asCards && props.groups?.of}
							>
								<FoundRows noun={noun} rows={all}>
									{shown}
								</FoundRows>
							</OrderBox>
						)
					}
				</Loaded>
			</Selecting>
			{dialogs?.({
				opened: rows.dialog !== null,
				onClose: () => {
					rows.open(null);
					props.onClosed?.();
				},
				place: rows.place,
				kind: rows.dialog?.kind,
				item: rows.dialog && 'row' in rows.dialog ? rows.dialog.row : undefined,
				order: nextOrder(query.data ?? []),
			})}
			<Duplicating
				source={rows.copying}
				onClose={() => rows.duplicate(null)}
				resource={resource}
				place={rows.place}
			/>
			<ConfirmDelete
				item={rows.deleting}
				onClose={() => rows.remove(null)}
				resource={resource}
				place={rows.place}
			/>
		</Verbs>
	);
};

interface AddProps {
	/** 'Add Subject'. */
	words: string;
	/** Of `useRowVerbs`. */
	rows: Pick<Rows<Named>, 'resource' | 'place'> & { open: (dialog: { kind: 'add' }) => void };
	/** It leads to the page of a new item, in place of the dialog. */
	leads?: boolean;
	disabled?: boolean;
}

const icon = <IconPlus size={18} aria-hidden />;

/**
 * The dialogs over a list, fetched when one is first opened, and the button for a new item; nothing for those who
 * may not.
 * @example const [Dialogs, Add] = listDialogs(() => import('./topic-dialogs.tsx'), 'TopicDialogs');
 */
export const listDialogs = <
	Name extends string,
	Module extends Record<Name, (props: never) => ReactNode>,
>(
	...dialogs: Parameters<typeof onDemand<Name, Module>>
) => {
	const [Dialogs, prepare] = onDemand(...dialogs);
	const Add = ({ words, rows, leads = false, disabled = false }: AddProps) => (
		<ForEditors>
			{leads ? (
				<LinkButton {...(newAt(rows.resource, rows.place) as { to: '/' })} leftSection={icon}>
					{words}
				</LinkButton>
			) : (
				<Button
					leftSection={icon}
					onClick={() => rows.open({ kind: 'add' })}
					{...whenReached(prepare)}
					disabled={disabled}
				>
					{words}
				</Button>
			)}
		</ForEditors>
	);
	return [Dialogs, Add] as const;
};
