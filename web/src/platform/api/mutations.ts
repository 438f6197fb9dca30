import {
	type QueryClient,
	useMutation,
	useMutationState,
	useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import {
	type AnyResource,
	buildItemPath,
	type CreateOf,
	fillPath,
	type ItemOf,
	type ItemPlaceOf,
	type PlaceOf,
	type UpdateOf,
} from '#shared/contract/content/resource.ts';
import { isNotFound, mayHaveTakenEffect } from './api-error.ts';
import { type Attempt, createOnce } from './attempt.ts';
import { request } from './client.ts';
import { buildPreflightQuery } from './preflight.ts';
import {
	buildResourceKey,
	invalidate,
	type PageOf,
	queryKeys,
	type Shape,
	trashKey,
} from './query-keys.ts';
import { setRecentlySaved } from './recently-saved.ts';
import { buildHoldingQuery } from './trash.ts';

/** A new item, or changed fields of an item that was read at a version. */
export type Saving<R extends AnyResource> =
	| { create: CreateOf<R>; attempt: Attempt }
	| { id: string; update: UpdateOf<R>; version: number };

const toItemPlace = <R extends AnyResource>(resource: R, place: PlaceOf<R>, id: string) =>
	({ ...place, [resource.param]: id }) as ItemPlaceOf<R>;

/** Returns the path of an item below /api. */
const buildPath = <R extends AnyResource>(resource: R, place: PlaceOf<R>, id: string) =>
	fillPath(buildItemPath(resource), toItemPlace(resource, place, id));

/**
 * Creates or updates one item of a resource, and resolves once the lists on screen show it. Refetches also without a
 * response, because the item may be saved. Throws `ApiError`; 412 has the current item.
 * @example const save = useSave(topics, { courseId, subjectId });
 */
export const useSave = <R extends AnyResource>(resource: R, place: PlaceOf<R>) => {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async (saving: Saving<R>): Promise<ItemOf<R>> => {
			if ('create' in saving) return createOnce(resource, place, saving.create, saving.attempt);
			const path = buildPath(resource, place, saving.id);
			const { update, version } = saving;
			const headers = { 'if-match': `"${version}"` };
			const { data } = await request<ItemOf<R>>(path, { method: 'PUT', body: update, headers });
			return data;
		},
		onSuccess: (saved) => {
			const item = queryKeys.item(resource, toItemPlace(resource, place, saved.id));
			client.setQueryData(item, saved);
			setRecentlySaved(saved.id);
			return invalidate(client, resource, item);
		},
		onError: (error) => {
			if (mayHaveTakenEffect(error)) void invalidate(client, resource);
		},
	});
};

/**
 * Moves one item and everything under it to the trash; resolves to the id of the deletion when the lists on screen are
 * up to date. Finds the deletion of an earlier try whose answer was lost. With a version, 412 when someone changed the
 * item since.
 * @example const remove = useRemove(courses, {}); remove.mutateAsync({ id })
 */
export const useRemove = <R extends AnyResource>(resource: R, place: PlaceOf<R>) => {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async ({ id, version }: { id: string; version?: number }) => {
			const path = buildPath(resource, place, id);
			try {
				const { deletion } = await request<null>(path, {
					method: 'DELETE',
					...(version !== undefined && { headers: { 'if-match': `"${version}"` } }),
				});
				return String(deletion);
			} catch (error) {
				const deletion = isNotFound(error) && (await client.fetchQuery(buildHoldingQuery(id)));
				if (!deletion || deletion.item_id !== id) throw error;
				return deletion.id;
			}
		},
		onSuccess: (_, { id }) => {
			// Removed, not invalidated: the page of the deleted item may still be on screen, and would request it.
			const removedKeys = [
				queryKeys.item(resource, toItemPlace(resource, place, id)),
				queryKeys.byId(resource, { id }),
				buildPreflightQuery(resource, toItemPlace(resource, place, id)).queryKey,
			];
			for (const queryKey of removedKeys) client.removeQueries({ queryKey, type: 'inactive' });
			void client.invalidateQueries({ queryKey: trashKey });
			return invalidate(client, resource, ...removedKeys);
		},
	});
};

interface Row {
	id: string;
}

/**
 * Changes fields of an item everywhere in the cache: in lists, in pages and alone. Returns the former values, to revert
 * the change.
 */
const patchCached = (client: QueryClient, resource: AnyResource, id: string, change: object) => {
	let before: object = {};
	const patch = (row: Row) => {
		if (row.id !== id) return row;
		const names = Object.keys(change) as (keyof Row)[];
		before = Object.fromEntries(names.map((name) => [name, row[name]]));
		return { ...row, ...change };
	};
	const update = <Cached>(shape: Shape, change: (cached: Cached) => Cached) =>
		client.setQueriesData<Cached>(
			{ queryKey: buildResourceKey(resource, shape) },
			(cached) => cached && change(cached),
		);
	update<Row[]>('list', (rows) => rows.map(patch));
	update<PageOf<Row>>('page', (page) => ({ ...page, data: page.data.map(patch) }));
	update('item', patch);
	update('byId', patch);
	return before;
};

interface Toggling<R extends AnyResource> {
	id: string;
	change: UpdateOf<R>;
}

/**
 * Changes a switch of a row at once, on every screen that shows it, and rolls back if the server refuses. While the
 * response of a row is pending (`isBusy`), its controls are inactive. `toggle` stays the same function. `onFailure`
 * gets the error and the row, `onDone` the saved item.
 */
export const useToggle = <R extends AnyResource>(
	resource: R,
	place: PlaceOf<R>,
	onFailure: (error: unknown, toggling: Toggling<R>) => void,
	onDone: (saved: ItemOf<R>, change: UpdateOf<R>) => void,
) => {
	const client = useQueryClient();
	const mutationKey = [...queryKeys.list(resource, place), 'toggle'];
	const { mutate } = useMutation({
		mutationKey,
		mutationFn: async ({ id, change }: Toggling<R>) => {
			const path = buildPath(resource, place, id);
			return request<ItemOf<R>>(path, { method: 'PUT', body: change });
		},
		onMutate: async ({ id, change }) => {
			await client.cancelQueries({ queryKey: buildResourceKey(resource) });
			return { before: patchCached(client, resource, id, change as object) };
		},
		onError: (error, toggling, context) => {
			if (context) patchCached(client, resource, toggling.id, context.before);
			onFailure(error, toggling);
		},
		onSuccess: ({ data }, { id, change }) => {
			patchCached(client, resource, id, data);
			onDone(data, change);
		},
		onSettled: () => {
			// A refetch during another row's request would show its old value.
			if (client.isMutating({ mutationKey }) === 1) void invalidate(client, resource);
		},
	});
	const busy = useMutationState({
		filters: { mutationKey: buildResourceKey(resource), status: 'pending' },
		select: ({ state }) => (state.variables as Toggling<R>).id,
	});
	const toggle = useCallback((id: string, change: UpdateOf<R>) => mutate({ id, change }), [mutate]);
	return { toggle, isBusy: (id: string) => busy.includes(id) };
};
