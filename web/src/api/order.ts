import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { OrderedRow, OrderRequest } from '#shared/contract/ordering.ts';
import { type AnyResource, fillPath } from '#shared/contract/resource.ts';
import { ApiError } from './api-error.ts';
import { newKey } from './attempt.ts';
import { cachedRows, type Place, type Ranked } from './cached-rows.ts';
import { request } from './client.ts';
import { keepTag, tagOf } from './queries.ts';
import { queryKeys, resourceKey } from './query-keys.ts';

/** The moves of one list that are under way: each is sent when the one before is answered. */
interface Line {
	last: Promise<unknown>;
	waiting: number;
	/** Grows when one fails: those behind it went by a list that is none any more. */
	failed: number;
	/** The list was being fetched when one began, or has come to differ. */
	refetch: boolean;
}

const lines = new Map<string, Line>();

const lineOf = (path: string): Line => {
	const known = lines.get(path) ?? {
		last: Promise.resolve(),
		waiting: 0,
		failed: 0,
		refetch: false,
	};
	lines.set(path, known);
	return known;
};

/** A list of ids with some of them moved. */
export const rearranged = (order: readonly string[], { ids, before }: OrderRequest) => {
	const moved = new Set(ids);
	const rest = order.filter((id) => !moved.has(id));
	const cut = before === null ? rest.length : rest.indexOf(before);
	return [...rest.slice(0, cut), ...ids, ...rest.slice(cut)];
};

/** Shows a list in an order, numbered from 1 on, as the server will have it. */
const show = (client: QueryClient, key: QueryKey, order: readonly string[]) =>
	client.setQueryData<Ranked[]>(key, (rows) => {
		if (!rows) return rows;
		const places = new Map(order.map((id, index) => [id, index]));
		const at = ({ id }: Ranked) => places.get(id) ?? order.length;
		return rows
			.toSorted((a, b) => at(a) - at(b))
			.map((row, index) =>
				row.order_num === index + 1
					? row
					: { ...row, order_num: index + 1, version: row.version + 1 },
			);
	});

const sameOrder = (a: readonly string[], b: readonly { id: string }[]) =>
	a.length === b.length && a.every((id, index) => b[index]?.id === id);

const post = async (path: string, body: OrderRequest, key: string) => {
	const tag = tagOf(path);
	const headers = { 'idempotency-key': key, ...(tag && { 'if-match': tag }) };
	const { data, etag } = await request<OrderedRow[]>(`${path}/order`, {
		method: 'POST',
		body,
		headers,
	});
	keepTag(path, etag);
	return data;
};

/** The order that stands in a refusal because somebody else was first. */
const presentOrder = (error: unknown) =>
	error instanceof ApiError && error.code === 'stale' ? (error.data as OrderedRow[]) : undefined;

/**
 * Sends a move of a list that was in this order. Once more where no answer came, by the same key, and where
 * others have changed rows but not the order.
 */
const send = async (path: string, from: readonly string[], asked: OrderRequest) => {
	const key = newKey();
	for (let tries = 1; ; tries++)
		try {
			return await post(path, asked, key);
		} catch (error) {
			if (!(error instanceof ApiError) || tries > 2) throw error;
			const present = presentOrder(error);
			if (present) keepTag(path, error.etag);
			if (error.kind !== 'lost' && !(present && sameOrder(from, present))) throw error;
		}
};

/** After a move that was refused or lost, the list as it is. */
const takeBack = (client: QueryClient, key: QueryKey, from: readonly string[], error: unknown) => {
	const present = presentOrder(error);
	show(client, key, present ? present.map(({ id }) => id) : from);
};

/**
 * Moves rows of a list that is in the cache: shown at once, sent after those that are under way. `plan` says
 * what to move in the order that is shown then; nothing where it says nothing. Resolves to that order when it is
 * shown, with the answer still to come: `sent` rejects with the `ApiError` of a move that was not made.
 */
export const moveRows = async (
	client: QueryClient,
	resource: AnyResource,
	place: Place,
	plan: (order: readonly string[]) => OrderRequest | undefined,
) => {
	const key = queryKeys.list(resource, place) as QueryKey;
	const path = fillPath(resource.path, place);
	const line = lineOf(path);
	line.refetch ||= client.isFetching({ queryKey: key }) > 0;
	await client.cancelQueries({ queryKey: key });
	const from = cachedRows(client, resource, place).map(({ id }) => id);
	const asked = plan(from);
	if (!asked) return undefined;
	const order = rearranged(from, asked);
	show(client, key, order);
	const { failed } = line;
	line.waiting += 1;
	const sent = line.last.then(async () => {
		// Went by a list that another answer has taken back.
		if (line.failed !== failed) return;
		try {
			const now = await send(path, from, asked);
			if (line.waiting === 1 && !sameOrder(order, now)) line.refetch = true;
		} catch (error) {
			line.failed += 1;
			line.refetch = true;
			takeBack(client, key, from, error);
			throw error;
		}
	});
	const done = () => {
		line.waiting -= 1;
		if (line.waiting > 0) return;
		const refetchType = line.refetch ? 'active' : 'none';
		line.refetch = false;
		void client.invalidateQueries({ queryKey: resourceKey(resource), refetchType });
	};
	line.last = sent.then(done, done);
	return { from, order, asked, sent };
};
