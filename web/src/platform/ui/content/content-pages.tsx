import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { findSwitch } from '#shared/contract/content/bulk.ts';
import type { ItemOf, ItemPlaceOf, PlaceOf } from '#shared/contract/content/resource.ts';
import { NEW } from '../../../addresses.ts';
import { isNotFound } from '../../api/api-error.ts';
import type { Named } from '../../api/cached-rows.ts';
import { useNextOrder } from '../../api/next-order.ts';
import { makeParentHook, type Names, pickPlace } from '../../api/parent.ts';
import { isChecked } from '../../api/preflight.ts';
import { type CrossList, useItemInPlace } from '../../api/queries.ts';
import type { Values } from '../fields/use-form.ts';
import { ItemFormDialog } from '../form/item-form.tsx';
import { LoadedForm } from '../form/loaded-form.tsx';
import { PageForm, type PageFormProps } from '../form/page-form.tsx';
import { Breadcrumb } from '../page/back-link.tsx';
import { Page, type PageProps } from '../page/page.tsx';
import { RequirePermission } from '../page/require-permission.tsx';
import { ItemState, PublishButton } from '../preflight/publishing.tsx';
import { Problems, useProblems } from '../problems/problems.tsx';
import { StatusBadge } from '../table/badges.tsx';
import type { ListDialogsProps } from '../table/resource-list.tsx';
import { ItemMenu } from './item-menu.tsx';
import { useNextInList } from './next-in-list.ts';

/** Data that the page of an item has loaded. */
interface ItemScreen<L extends CrossList> {
	/** The ids of the parents and of the item. */
	place: ItemPlaceOf<L['resource']>;
	item: UseQueryResult<ItemOf<L['resource']>, unknown>;
}

interface BodyProps<L extends CrossList> {
	/** The names of the parents: `course_name`. */
	names: Names;
	/** The ids of the parents and of the item. */
	place: ItemPlaceOf<L['resource']>;
	item: ItemOf<L['resource']>;
}

interface FrameProps {
	/** The names of the parents: `subject_name`. */
	names: Names;
	/** The name of the item; '…' until it is loaded. */
	name: string;
	children: ReactNode;
}

interface PagesOptions<L extends CrossList> {
	/** Renders the fields of the form. */
	fields?: (place: PlaceOf<L['resource']>, item: ItemOf<L['resource']> | undefined) => ReactNode;
	/** The field whose file is shown next to the form. Kinds with a file offer "Save and next". */
	file?: string;
	/** Options of the form, if not those of every kind. */
	form?: (
		place: PlaceOf<L['resource']>,
		item: ItemOf<L['resource']> | undefined,
	) => Partial<PageFormProps<L['resource']>>;
	/** The error catalogue's fallback text of an item that cannot be loaded. */
	fallback?: string;
	/** The texts while a new item waits for its order number, and of a failure. */
	starting?: { loading?: string; heading?: string; fallback?: string };
	/** Renders a loaded item instead of its form. */
	Body?: (props: BodyProps<L>) => ReactNode;
	/** Renders the form and what this kind shows beside it. */
	Frame?: (props: FrameProps) => ReactNode;
	/** The title and controls of an item's page, if not those of every kind. */
	usePage?: (screen: ItemScreen<L>) => Partial<PageProps>;
}

/**
 * Returns the form of a kind of content in a dialog, and the page that edits an item or, at `new`, adds one. What a kind
 * does not say comes from its contract.
 * @example export const { Item, Dialog } = contentPages(allExamSets, { fields: () => <TextField name="name" /> });
 */
export const contentPages = <L extends CrossList>(list: L, options: PagesOptions<L>) => {
	type R = L['resource'];
	const resource: R = list.resource;
	const { fields, file, Body, Frame = ({ children }) => children } = options;
	const label = resource.label;
	const publishedBy = Object.keys(findSwitch(resource, 'publish') ?? {})[0] ?? '';
	const useParent = makeParentHook(resource);

	const Form = (props: { place: PlaceOf<R>; item?: ItemOf<R>; order?: number }) => {
		const { place, item, order } = props;
		const form = options.form?.(place, item);
		const next = useNextInList<R>({
			id: item?.id,
			list: list as CrossList & { resource: R },
			place,
			...(form?.also && { others: form.also }),
		});
		return (
			<PageForm<R>
				resource={resource}
				place={place}
				item={item}
				order={order}
				{...form}
				{...(file && { file, next })}
			>
				{fields?.(place, item)}
			</PageForm>
		);
	};

	/** Renders the state of an item: with what publishing would leave, for kinds that are checked. */
	const State = ({ place, item }: { place: ItemPlaceOf<R>; item: Values | undefined }) =>
		isChecked(resource) ? (
			<ItemState resource={resource} place={place} />
		) : (
			item && (
				<StatusBadge
					published={item[publishedBy] === true}
					from={item.visible_from as string | null | undefined}
				/>
			)
		);

	const Item = (place: ItemPlaceOf<R>) => {
		const found = useItemInPlace(list, place);
		const item = found.item as UseQueryResult<ItemOf<R>, unknown>;
		const data = item.data as (ItemOf<R> & Named) | undefined;
		const page = options.usePage?.({ place, item });
		const names = (found.withNames ?? {}) as Names;
		const id = (place as Readonly<Record<string, string>>)[resource.param] ?? '';
		const problems = useProblems(id, file !== undefined);
		return (
			<Page
				title={data?.name || label}
				state={<State place={place} item={data} />}
				back={<Breadcrumb of={resource} item place={place} names={names} />}
				more={
					data &&
					!isNotFound(item.error) && <ItemMenu resource={resource} place={place} item={data} />
				}
				narrow
				{...page}
				actions={
					!item.isError && (
						<>
							{page?.actions}
							{isChecked(resource) && <PublishButton resource={resource} place={place} />}
						</>
					)
				}
			>
				<Problems found={problems.data} ofItem />
				<Frame names={names} name={data?.name ?? '…'}>
					<LoadedForm
						query={item}
						resource={resource}
						id={id}
						acts={Body !== undefined}
						{...(options.fallback && { fallback: options.fallback })}
					>
						{(loaded) =>
							Body ? (
								<Body names={names} place={place} item={loaded} />
							) : (
								<Form key={id} place={pickPlace<R>(resource, place)} item={loaded} />
							)
						}
					</LoadedForm>
				</Frame>
			</Page>
		);
	};

	const New = (place: PlaceOf<R>) => {
		const order = useNextOrder<R>(resource, place);
		const { names } = useParent(place);
		return (
			<Page
				title={`New ${label}`}
				back={<Breadcrumb of={resource} item place={place} names={names} />}
				narrow
			>
				<Frame names={names} name={`New ${label}`}>
					<LoadedForm
						query={order}
						resource={resource}
						loading={`Loading ${resource.plural.toLowerCase()}...`}
						{...options.starting}
					>
						{(last) => <Form place={place} order={last} />}
					</LoadedForm>
				</Frame>
			</Page>
		);
	};

	/** The page of an item or, at `new`, the page that adds one, for editors. */
	const ItemOrNew = (place: ItemPlaceOf<R>) =>
		(place as Readonly<Record<string, string>>)[resource.param] === NEW ? (
			<RequirePermission permission={resource.write}>
				<New {...pickPlace<R>(resource, place)} />
			</RequirePermission>
		) : (
			<Item {...place} />
		);

	const Dialog = (props: ListDialogsProps<ItemOf<R>, PlaceOf<R>>) => (
		<ItemFormDialog<R> {...props} resource={resource}>
			{fields?.(props.place, props.item)}
		</ItemFormDialog>
	);
	return { Item: ItemOrNew, Dialog };
};
