import { Button, Group, VisuallyHidden } from '@mantine/core';
import { IconFilterOff, IconPlus, type TablerIcon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { formatWhole } from '#shared/grouped.ts';
import { buildNewItemLink } from '../../../addresses.ts';
import type { Named } from '../../api/cached-rows.ts';
import { computeNextOrder } from '../../api/next-order.ts';
import { getRecentlySaved } from '../../api/recently-saved.ts';
import { useListState } from '../address/list-state.ts';
import { Duplicating } from '../copy/duplicate.tsx';
import { ConfirmDelete } from '../delete/delete-button.tsx';
import type { FileSlot } from '../files/choose-file.ts';
import { Empty } from '../loading/empty.tsx';
import { Loaded } from '../loading/loaded.tsx';
import { type Opened, onDemand, preloadHandlers } from '../loading/on-demand.tsx';
import { OrderBox } from '../order/order-box.tsx';
import { ForEditors, useMayEdit } from '../page/for-editors.tsx';
import { LinkButton } from '../page/links.tsx';
import { Selecting } from '../selection/select-box.tsx';
import { CardGrid, type Groups } from './card-grid.tsx';
import { filterByName } from './columns.ts';
import { FileTarget } from './file-target.tsx';
import { SearchField, type View, ViewSwitch } from './filter-bar.tsx';
import { type ListDialog, type Rows, Verbs } from './row-actions.tsx';

const FEW = 20;

interface ListToolsProps {
	resource: AnyResource;
	/** All rows; undefined while loading. */
	rows: readonly unknown[] | undefined;
	/** Maximum number of rows without a search field; 20 by default. */
	few?: number;
	/** The view, if the list has both cards and a table. */
	view?: readonly [View, (view: View) => void] | undefined;
}

/** Renders the search field of a list that is loaded as a whole, if it has more than `few` rows, and its views. */
export const ListTools = ({ resource, rows = [], few = FEW, view }: ListToolsProps) => {
	const [{ search }] = useListState();
	const isLong = rows.length > few || search !== undefined;
	if (!isLong && !view) return null;
	return (
		<Group component="search" gap={8} flex={1}>
			{isLong && <SearchField label={`Search ${resource.plural.toLowerCase()}`} />}
			{view && <ViewSwitch view={view[0]} onChange={view[1]} />}
		</Group>
	);
};

interface MatchingRowsProps<Row> {
	noun: string;
	rows: readonly Row[];
	/** Renders the matching rows: at least one. */
	children: (matchingRows: Row[]) => ReactNode;
}

/** Filters the rows of a list by the search in the address, by the same rule as the server. */
const MatchingRows = <Row extends Named>(props: MatchingRowsProps<Row>) => {
	const { noun, rows, children } = props;
	const [{ search = '' }, change] = useListState();
	const matchingRows = useMemo(() => filterByName(rows, search), [rows, search]);
	useEffect(() => {
		const saved = getRecentlySaved();
		// Clears the search if it would hide an item that was just saved.
		if (rows.length > matchingRows.length && saved && rows.some(({ id }) => id === saved))
			if (!matchingRows.some(({ id }) => id === saved)) change({ search: undefined });
	});
	return (
		<>
			<VisuallyHidden role="status">
				{search && `${formatWhole(matchingRows.length)} of ${formatWhole(rows.length)} ${noun}`}
			</VisuallyHidden>
			{matchingRows.length > 0 ? (
				children(matchingRows)
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

/** Props of the dialogs of a list. */
export interface ListDialogsProps<Row, Place> extends Opened {
	place: Place;
	/** The kind of dialog that is open. */
	kind: ListDialog<Row>['kind'] | undefined;
	/** The item of the dialog; undefined when adding one. */
	item: Row | undefined;
	/** The order that puts a new item last. */
	order: number;
}

/** Props of both cards and tables. */
export interface ShownRows<Row> {
	label: string;
	rows: Row[];
	isBusy: (row: Row) => boolean;
}

interface ResourceListProps<Row extends Item> {
	rows: Rows<Row>;
	query: UseQueryResult<Row[], unknown>;
	/** Names the list for screen readers: 'Exam Sets of Plumbing'. */
	label: string;
	/** The error catalogue's heading and fallback text of a failed load. */
	heading?: string;
	fallback?: string;
	empty: { icon: TablerIcon; title: string; text?: ReactNode; action: ReactNode };
	/** Renders an item as a card. Must stay the same function. */
	card?: (row: Row) => ReactNode;
	/** Groups of the cards. */
	groups?: Groups<Row>;
	/** Renders the items as a table: a `DataTable` of the screen's own, so that lists of cards do not load its code. */
	table?: (shown: ShownRows<Row>) => ReactNode;
	/** The view, if the list has both cards and a table. */
	view?: View;
	// biome-ignore lint/suspicious/noExplicitAny: the place is that of the list's resource
	dialogs?: (shown: ListDialogsProps<Row, any>) => ReactNode;
	/** Rows have a file, and accept a dropped one. */
	files?: FileSlot | undefined;
	/** Called when a dialog closes. */
	onClosed?: () => void;
}

/**
 * Renders the items under a parent, loaded as a whole: cards or table, and dialogs that add, edit and delete.
 */
export const ResourceList = <Row extends Item>(props: ResourceListProps<Row>) => {
	const { rows, query, label, empty, card, table, view, dialogs } = props;
	const { resource, isBusy } = rows;
	const slot = props.files;
	const noun = resource.plural.toLowerCase();
	const mayEdit = useMayEdit();
	const asCards = view === 'table' ? undefined : card;
	const shown = (matchingRows: Row[]) => {
		const shared: ShownRows<Row> = { label, rows: matchingRows, isBusy: ({ id }) => isBusy(id) };
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
				<Loaded
					query={query}
					loading={`Loading ${noun}...`}
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
								<FileTarget
									onFile={
										mayEdit && slot
											? (id, file) => {
													const row = all.find((each) => each.id === id);
													if (row && slot) rows.verbs.replace(row, slot, file);
												}
											: undefined
									}
								>
									<MatchingRows noun={noun} rows={all}>
										{shown}
									</MatchingRows>
								</FileTarget>
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
				order: computeNextOrder(query.data ?? []),
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
	/** Result of `useRowVerbs`. */
	rows: Pick<Rows<Named>, 'resource' | 'place'> & { open: (dialog: { kind: 'add' }) => void };
	/** Links to the page of a new item instead of opening the dialog. */
	leads?: boolean;
	disabled?: boolean;
}

const icon = <IconPlus size={18} aria-hidden />;

/**
 * Returns the dialogs of a list, loaded when one is first opened, and the Add button, which is rendered for editors
 * only.
 * @example const [Dialogs, Add] = listDialogs(() => import('../list/topic-dialogs.tsx'), 'TopicDialogs');
 */
export const listDialogs = <
	Name extends string,
	Module extends Record<Name, (props: never) => ReactNode>,
>(
	...dialogs: Parameters<typeof onDemand<Name, Module>>
) => {
	const [Dialogs, prepare] = onDemand(...dialogs);
	const Add = ({ words: text, rows, leads = false, disabled = false }: AddProps) => (
		<ForEditors>
			{leads ? (
				<LinkButton
					{...(buildNewItemLink(rows.resource, rows.place) as { to: '/' })}
					leftSection={icon}
				>
					{text}
				</LinkButton>
			) : (
				<Button
					leftSection={icon}
					onClick={() => rows.open({ kind: 'add' })}
					{...preloadHandlers(prepare)}
					disabled={disabled}
				>
					{text}
				</Button>
			)}
		</ForEditors>
	);
	return [Dialogs, Add] as const;
};
