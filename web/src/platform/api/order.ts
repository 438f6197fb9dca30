import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { OrderedRow, OrderRequest } from '#shared/contract/content/ordering.ts';
import { type AnyResource, fillPath } from '#shared/contract/content/resource.ts';
import { ApiError } from './api-error.ts';
import { createKey } from './attempt.ts';
import { getCachedRows, type Place, type Ranked } from './cached-rows.ts';
import { request } from './client.ts';
import { buildResourceKey, queryKeys } from './query-keys.ts';

/** Returns the ids with some of them moved. */
export const rearrange = (order: readonly string[], { ids, before }: OrderRequest) => {
	const moved = new Set(ids);
	const rest = order.filter((id) => !moved.has(id));
	const cut = before === null ? rest.length : rest.indexOf(before);
	return [...rest.slice(0, cut), ...ids, ...rest.slice(cut)];
};

/** Shows a list in an order, numbered from 1, as the server will number it. */
const showOrder = (client: QueryClient, key: QueryKey, order: readonly string[]) =>
	client.setQueryData<Ranked[]>(key, (rows) => {
		if (!rows) return rows;
		const places = new Map(order.map((id, index) => [id, index]));
		const positionOf = ({ id }: Ranked) => places.get(id) ?? order.length;
		return rows
			.toSorted((a, b) => positionOf(a) - positionOf(b))
			.map((row, index) =>
				row.order_num === index + 1
					? row
					: { ...row, order_num: index + 1, version: row.version + 1 },
			);
	});

const isSameOrder = (a: readonly string[], b: readonly OrderedRow[]) =>
	a.length === b.length && a.every((id, index) => b[index]?.id === id);

/** Paths of lists that are fetched again after their last move: a move failed, or the server's order is another one. */
const outdated = new Set<string>();

/**
 * Moves rows of a cached list: shown at once, and sent after earlier moves of the list. `plan` gets the order on screen
 * and returns the move, or undefined for none. Resolves once the new order is shown; `sent` rejects later with the
 * `ApiError` of a failed move.
 */
export const moveRows = async (
	client: QueryClient,
	resource: AnyResource,
	place: Place,
	plan: (order: readonly string[]) => OrderRequest | undefined,
) => {
	const key = queryKeys.list(resource, place) as QueryKey;
	const path = fillPath(resource.path, place);
	if (client.isFetching({ queryKey: key }) > 0) outdated.add(path);
	await client.cancelQueries({ queryKey: key });
	const from = getCachedRows(client, resource, place).map(({ id }) => id);
	const move = plan(from);
	if (!move) return undefined;
	const order = rearrange(from, move);
	showOrder(client, key, order);
	const mutationKey = ['order', path];
	const headers = { 'idempotency-key': createKey() };
	const mutation = client.getMutationCache().build(client, {
		mutationKey,
		scope: { id: path },
		mutationFn: () =>
			request<OrderedRow[]>(`${path}/order`, { method: 'POST', body: move, headers }),
		retry: (failures, error) => failures < 2 && error instanceof ApiError && error.kind === 'lost',
		onSuccess: ({ data }) => {
			if (!isSameOrder(order, data)) outdated.add(path);
		},
		onError: () => {
			outdated.add(path);
		},
		onSettled: () => {
			if (client.isMutating({ mutationKey }) > 1) return;
			const refetchType = outdated.delete(path) ? 'active' : 'none';
			void client.invalidateQueries({ queryKey: buildResourceKey(resource), refetchType });
		},
	});
	return { from, move, sent: mutation.execute(undefined) };
};
