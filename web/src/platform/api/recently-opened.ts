import type { Query, QueryClient } from '@tanstack/react-query';
import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import type { SearchHit } from '#shared/contract/content/search.ts';
import { isNotFound } from './api-error.ts';
import { readStored, writeStored } from './stored.ts';

/** A recently opened item: its name and parents. Payments have a receipt only. */
export type OpenedItem = Pick<SearchHit, 'id' | 'kind' | 'name' | 'path'>;

const KEY = 'ufundi.lately';
const ITEMS_MAX = 8;

/** Lists the items that this person opened on this device, newest first. */
export const listRecentlyOpened = (person: string): readonly OpenedItem[] => {
	const kept = readStored<{ person: string; items: readonly OpenedItem[] }>(KEY);
	return kept?.person === person ? kept.items : [];
};

const saveItems = (person: string, items: readonly OpenedItem[]) =>
	writeStored(KEY, { person, items: items.slice(0, ITEMS_MAX) });

const removeItem = (person: string, id: string) =>
	listRecentlyOpened(person).filter((each) => each.id !== id);

/** Records an opened item of a person; the items of another person are deleted. */
export const rememberOpened = (person: string, opened: OpenedItem) =>
	saveItems(person, [opened, ...removeItem(person, opened.id)]);

/** Deletes the record, when a person signs out. */
export const forgetOpened = () => writeStored(KEY, undefined);

const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Returns the item, or the error, of a query for one item. */
const getQueryItem = ({ queryKey, state: { data, error } }: Query) => {
	const [key, shape, place] = queryKey;
	if (shape !== 'item' && shape !== 'byId') return undefined;
	if (data) {
		const { id, name } = data as { id: string; name: string };
		return { id, name, kind: resources[key as ResourceKey].slug };
	}
	return isNotFound(error) ? { missingId: Object.values(place as object).at(-1) } : undefined;
};

/**
 * Records every item whose page is opened (its id ends the address) from the queries of that page, without requests of
 * its own. Returns the cleanup function.
 */
export const watchOpened = (client: QueryClient, person: string, pathOf: () => string) => {
	const seen = new Map<string, Omit<OpenedItem, 'path'>>();
	const recordQuery = (query: Query) => {
		const item = getQueryItem(query);
		if (!item) return;
		const ids = pathOf().match(IDS) ?? [];
		const last = ids.at(-1) ?? '';
		if ('missingId' in item) {
			if (item.missingId === last) saveItems(person, removeItem(person, last));
			return;
		}
		seen.set(item.id, item);
		const opened = seen.get(last);
		if (!opened) return;
		const path = ids.slice(0, -1).flatMap((id) => seen.get(id) ?? []);
		rememberOpened(person, { ...opened, path });
	};
	const cache = client.getQueryCache();
	cache.getAll().forEach(recordQuery);
	return cache.subscribe(({ query }) => recordQuery(query));
};
