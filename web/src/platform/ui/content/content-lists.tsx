import { VisuallyHidden } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import type { AnyResource, PlaceOf } from '#shared/contract/content/resource.ts';
import { resources } from '#shared/contract/content/resources.ts';
import { crossLists } from '#shared/contract/platform/lists.ts';
import { listLink } from '../../../addresses.ts';
import { isNotFound } from '../../api/api-error.ts';
import type { Named } from '../../api/cached-rows.ts';
import { makeParentHook, type Names, pickPlace } from '../../api/parent.ts';
import { type CrossList, listQuery } from '../../api/queries.ts';
import type { FileSlot } from '../files/choose-file.ts';
import { OrInTrash } from '../form/loaded-form.tsx';
import { Breadcrumb } from '../page/back-link.tsx';
import { useMayEdit } from '../page/for-editors.tsx';
import { kindIcons } from '../page/kind-icons.ts';
import { Page, type PageProps } from '../page/page.tsx';
import type { Column } from '../table/columns.ts';
import { DataTable } from '../table/data-table.tsx';
import { useView } from '../table/filter-bar.tsx';
import {
	type ListDialogsProps,
	ListTools,
	listDialogs,
	ResourceList,
	type ShownRows,
} from '../table/resource-list.tsx';
import { type Rows, useRowVerbs } from '../table/row-actions.tsx';
import { makeContentColumns } from './content-columns.tsx';
import { type CrossListOptions, CrossListPage } from './cross-list-page.tsx';

interface Item extends Named {
	order_num: number;
}

/** What the list under a parent has loaded. */
interface ListScreen<Place, Row> {
	place: Place;
	parent: Named | undefined;
	/** The names of the parents: `subject_name`. */
	names: Names;
	list: UseQueryResult<Row[], unknown>;
	asCards: boolean;
	mayEdit: boolean;
}

/** The words and controls of the list under a parent, if not those of every kind. */
interface ListPage extends Partial<Omit<PageProps, 'children'>> {
	/** Text of the button that adds an item, and title of its dialog; 'Add Topic' by default. */
	add?: string;
	/** Text of the same button in an empty list. */
	addFirst?: string;
	/** Names the list for screen readers; the title of the page by default. */
	label?: string;
	/** The specification's heading of the list, for screen readers. */
	heading?: string;
	/** Title and text of the empty list. */
	empty?: { title?: string; text?: ReactNode };
	/** Dialogs of this kind only. */
	after?: ReactNode;
}

interface ListOptions<L extends CrossList, Row extends Item, Extra> {
	/** Loads the dialogs that add and edit an item. */
	// biome-ignore lint/suspicious/noExplicitAny: rows and place are those of the kind
	dialogs: () => Promise<(props: ListDialogsProps<any, any>) => ReactNode>;
	/** The list across all courses. */
	all?: Partial<CrossListOptions<L, Row>>;
	/** The table under a parent; without one, a kind with cards shows only cards. */
	table?: { columns: readonly Column<Row>[]; sortable?: readonly string[] };
	/** Renders the actions of a row of the table. */
	actions?: (row: Row) => ReactNode;
	/** The actions have links, which people who may not edit see too. */
	hasLinks?: boolean;
	card?: (row: Row) => ReactNode;
	/** Rows have a file, and accept a dropped one. */
	files?: FileSlot;
	/** The error catalogue's heading and fallback text of a failed load. */
	failed?: { heading?: string; fallback?: string };
	usePage?: (screen: ListScreen<PlaceOf<L['resource']>, Row>, props: Extra) => ListPage;
}

/** Returns where the items of a kind are added: 'Topics are added in a subject of their course.' */
const tellParent = ({ path, plural }: AnyResource) => {
	const parent = Object.values(crossLists).find(({ resource: { param } }) =>
		path.includes(`/:${param}/`),
	);
	const label = parent?.resource.label.toLowerCase() ?? '';
	const place = parent && `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label} of `;
	return `${plural} are added in ${place ?? ''}their course.`;
};

/**
 * Returns the two lists of a kind of content: across all courses, and under a parent. What a kind does not say comes
 * from its contract.
 * @example export const { All, List } = contentLists(allTopics, { dialogs: … });
 */
export const contentLists = <
	L extends CrossList,
	Row extends Item,
	Extra extends object = Record<never, never>,
>(
	every: L,
	options: ListOptions<L, Row, Extra>,
) => {
	type R = L['resource'];
	type Place = PlaceOf<R>;
	const resource: R = every.resource;
	const { card, actions, failed } = options;
	const title = resource.plural;
	const useParent = makeParentHook(resource);
	const parentKind =
		Object.values(resources).findLast(({ param }) => resource.path.includes(`:${param}`)) ??
		resources.courses;
	const [Dialogs, Add] = listDialogs(async () => ({ Dialogs: await options.dialogs() }), 'Dialogs');
	const { name, order, state, updated } = makeContentColumns<Row>(resource);
	const table = options.table ?? (card ? undefined : { columns: [name(), order, state] });
	const hasViews = card !== undefined && table !== undefined;
	const added = `Add ${resource.label}`;
	const isNested = /:.*:/.test(resource.path);
	/** Fields of the parents' ids that the rows of the list lack. */
	const lacking = [...resource.path.matchAll(/:((\w+)Id)/g)].flatMap(([, param = '', word = '']) =>
		`${word.toLowerCase()}_id` in resource.item.shape
			? []
			: [[`${word.toLowerCase()}_id`, param] as const],
	);

	const All = () => (
		<CrossListPage
			list={every}
			columns={[name({ above: true }), state, updated]}
			filters={['published']}
			none={tellParent(resource)}
			{...failed}
			{...options.all}
		/>
	);

	/** Loads the list and its parent, whose names are unknown until both have arrived. */
	const useLoaded = (place: Place) => {
		const ids = JSON.stringify(place);
		const parent = useParent(place);
		const select = useCallback(
			(rows: unknown[]) => {
				const found: Record<string, string> = JSON.parse(ids);
				const above = Object.fromEntries(lacking.map(([field, param]) => [field, found[param]]));
				return lacking.length > 0 ? rows.map((row) => ({ ...above, ...(row as Row) })) : rows;
			},
			[ids],
		);
		const list = useQuery({
			...listQuery<R>(resource, place),
			select: select as (rows: unknown[]) => Row[],
		});
		const item = parent.item.data as Named | undefined;
		return { parent: item, names: parent.names, list };
	};

	const tellName = (parent: Named | undefined) => (parent ? `${title} of ${parent.name}` : title);

	/** Returns the table for people who may edit, and for others, whose rows have no actions but links. */
	const makeTable =
		(columns: NonNullable<typeof table>, mayEdit: boolean) => (shown: ShownRows<Row>) => (
			<DataTable
				{...shown}
				sortable={['name', 'order_num']}
				{...columns}
				actions={mayEdit || options.hasLinks ? actions : undefined}
				defaultSort="order_num"
			/>
		);

	const useListView = () => {
		const view = useView(resource.plural.toLowerCase().replace(' ', '-'));
		return hasViews ? view : undefined;
	};

	const List = (props: Place & Extra & { adding?: boolean }) => {
		const place = pickPlace<R>(resource, props);
		const { parent, names, list } = useLoaded(place);
		const view = useListView();
		const rows = useRowVerbs<R, Row>(resource, place, props.adding ? { kind: 'add' } : null);
		const navigate = useNavigate();
		const mayEdit = useMayEdit();
		const asCards = view?.[0] === 'cards';
		const page = options.usePage?.({ place, parent, names, list, asCards, mayEdit }, props);
		const { title: first = tellName(parent), add = added, ...others } = page ?? {};
		const { addFirst = add, heading, label = heading ?? first, empty, after, ...header } = others;
		const addButton = (words: string) => (
			<Add
				words={words}
				rows={rows}
				leads={asCards}
				disabled={hasViews && list.data === undefined}
			/>
		);
		const hasButton = !list.isLoadingError && !isNotFound(list.error);
		return (
			<Page
				back={isNested && <Breadcrumb of={resource} place={place} names={names} />}
				{...header}
				title={first}
				tools={<ListTools resource={resource} rows={list.data} view={view} />}
				actions={
					(header.actions || hasButton) && (
						<>
							{header.actions}
							{hasButton && addButton(add)}
						</>
					)
				}
			>
				{heading && <VisuallyHidden component="h2">{heading}</VisuallyHidden>}
				<OrInTrash
					resource={parentKind}
					id={place[parentKind.param as keyof Place]}
					error={list.error}
				>
					<ResourceList<Row>
						rows={rows as unknown as Rows<Row>}
						query={list}
						label={label}
						{...failed}
						{...(card && { card })}
						{...(table && { table: makeTable(table, mayEdit) })}
						{...(view && { view: view[0] })}
						empty={{
							icon: kindIcons[resource.slug],
							title: `No ${title} Yet`,
							...empty,
							action: addButton(addFirst),
						}}
						dialogs={(shown) => <Dialogs {...shown} {...(!shown.item && { title: add })} />}
						files={options.files}
						onClosed={() => {
							const to = listLink<R>(resource, place) as { to: '/admin' };
							if (props.adding) void navigate({ ...to, replace: true });
						}}
					/>
				</OrInTrash>
				{after}
			</Page>
		);
	};
	return { All, List };
};
