import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { OrderedRow, OrderRequest } from '#shared/contract/ordering.ts';
import { type AnyResource, fillPath } from '#shared/contract/resource.ts';
import { ApiError } from './api-error.ts';
import { newKey } from './attempt.ts';
import { cachedRows, type Place, type Ranked } from './cached-rows.ts';
import { request } from './client.ts';
import { readEtag, storeEtag } from './queries.ts';
import { queryKeys, resourceKey } from './query-keys.ts';

/** The queue of moves of one list: each is sent after the response to the one before. */
interface Queue {
	last: Promise<unknown>;
	waiting: number;
	/** Number of failed moves; a queued move is skipped if it grew, because its order is outdated. */
	failed: number;
	/** True if the list was being fetched when a move began, or differs from the server's. */
	refetch: boolean;
}

const queues = new Map<string, Queue>();

const queueOf = (path: string): Queue => {
	const existing = queues.get(path) ?? {
		last: Promise.resolve(),
		waiting: 0,
		failed: 0,
		refetch: false,
	};
	queues.set(path, existing);
	return existing;
};

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

const sameOrder = (a: readonly string[], b: readonly { id: string }[]) =>
	a.length === b.length && a.every((id, index) => b[index]?.id === id);

const post = async (path: string, body: OrderRequest, key: string) => {
	const tag = readEtag(path);
	const headers = { 'idempotency-key': key, ...(tag && { 'if-match': tag }) };
	const { data, etag } = await request<OrderedRow[]>(`${path}/order`, {
		method: 'POST',
		body,
		headers,
	});
	storeEtag(path, etag);
	return data;
};

/** Returns the current order from a refusal because someone else changed the order first. */
const currentOrder = (error: unknown) =>
	error instanceof ApiError && error.code === 'stale' ? (error.data as OrderedRow[]) : undefined;

/**
 * Sends a move of a list in this order. Tries again, up to twice and with the same key, if there is no response, or if
 * others have changed rows but not the order.
 */
const send = async (path: string, previousOrder: readonly string[], move: OrderRequest) => {
	const key = newKey();
	for (let tries = 1; ; tries++)
		try {
			return await post(path, move, key);
		} catch (error) {
			if (!(error instanceof ApiError) || tries > 2) throw error;
			const current = currentOrder(error);
			if (current) storeEtag(path, error.etag);
			if (error.kind !== 'lost' && !(current && sameOrder(previousOrder, current))) throw error;
		}
};

/** Shows the current order of the list after a failed move. */
const rollBack = (
	client: QueryClient,
	key: QueryKey,
	previousOrder: readonly string[],
	error: unknown,
) => {
	const current = currentOrder(error);
	showOrder(client, key, current ? current.map(({ id }) => id) : previousOrder);
};

/**
 * Moves rows of a cached list: shown at once, and sent after the moves in the queue. `plan` gets the order on screen
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
	const queue = queueOf(path);
	queue.refetch ||= client.isFetching({ queryKey: key }) > 0;
	await client.cancelQueries({ queryKey: key });
	const previousOrder = cachedRows(client, resource, place).map(({ id }) => id);
	const move = plan(previousOrder);
	if (!move) return undefined;
	const order = rearrange(previousOrder, move);
	showOrder(client, key, order);
	const { failed } = queue;
	queue.waiting += 1;
	const sent = queue.last.then(async () => {
		// Planned for an order that another response has rolled back.
		if (queue.failed !== failed) return;
		try {
			const savedOrder = await send(path, previousOrder, move);
			if (queue.waiting === 1 && !sameOrder(order, savedOrder)) queue.refetch = true;
		} catch (error) {
			queue.failed += 1;
			queue.refetch = true;
			rollBack(client, key, previousOrder, error);
			throw error;
		}
	});
	const done = () => {
		queue.waiting -= 1;
		if (queue.waiting > 0) return;
		const refetchType = queue.refetch ? 'active' : 'none';
		queue.refetch = false;
		void client.invalidateQueries({ queryKey: resourceKey(resource), refetchType });
	};
	queue.last = sent.then(done, done);
	return { from: previousOrder, order, move, sent };
};
