import {
	type AnyResource,
	fillPath,
	type ItemOf,
	type PlaceOf,
} from '#shared/contract/content/resource.ts';
import { ApiError, mayHaveTakenEffect } from './api-error.ts';
import { type Answer, type Request, request } from './client.ts';

/**
 * Attempt of an open form to create one item, kept as long as the form is open. Ensures that repeated saves on a bad
 * connection create at most one.
 */
export interface Attempt {
	/** The `Idempotency-Key`: for the same key and body the server repeats its first response. */
	key: string;
	/** Body last sent without a response; it may have been stored. */
	unsettled?: unknown;
	/** Id of the item that an earlier try has stored. */
	stored?: string;
}

/** Returns a random `Idempotency-Key`. Does not use `crypto.randomUUID`, which browsers lack on plain http. */
export const createKey = () =>
	Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
		byte.toString(16).padStart(2, '0'),
	).join('');

export const createAttempt = (): Attempt => ({ key: createKey() });

const sendAttempt = async <T>(
	path: string,
	body: unknown,
	attempt: Attempt,
	more: Request['headers'] = {},
): Promise<Answer<T>> => {
	try {
		const headers = { ...more, 'idempotency-key': attempt.key };
		return await request<T>(path, { method: 'POST', body, headers });
	} catch (error) {
		if (!mayHaveTakenEffect(error)) attempt.key = createKey();
		throw error;
	}
};

/**
 * Sends a create call for something other than an item of content, and returns its response. While the result of a try is
 * unknown, retries use the same key, so that the server runs it once. `arrived` is the error message if the first try
 * turns out to have arrived with other details.
 */
export const answerOnce = async <T>(
	path: string,
	body: unknown,
	attempt: Attempt,
	arrived: string,
	headers?: Request['headers'],
): Promise<Answer<T>> => {
	try {
		return await sendAttempt<T>(path, body, attempt, headers);
	} catch (error) {
		if (!(error instanceof ApiError) || error.code !== 'idempotency_conflict') throw error;
		attempt.key = createKey();
		const { kind, status, code } = error;
		throw new ApiError({ kind, status, code, message: arrived });
	}
};

/** Sends a create call like `answerOnce`, and returns the data of its response. */
export const sendOnce = async <T>(...call: Parameters<typeof answerOnce>): Promise<T> =>
	(await answerOnce<T>(...call)).data;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Creates one item. A retry with the same body uses the same key. If the form was changed after a try without a
 * response, that try is repeated first, and the stored item is updated: the new body under a new key could create a
 * second item.
 */
export const createOnce = async <R extends AnyResource>(
	resource: R,
	place: PlaceOf<R>,
	body: unknown,
	attempt: Attempt,
): Promise<ItemOf<R>> => {
	const path = fillPath(resource.path, place);
	const create = async (sent: unknown) => {
		attempt.unsettled = sent;
		try {
			const { data: item } = await sendAttempt<ItemOf<R>>(path, sent, attempt);
			attempt.stored = item.id;
			attempt.unsettled = undefined;
			return item;
		} catch (error) {
			if (!mayHaveTakenEffect(error)) attempt.unsettled = undefined;
			throw error;
		}
	};

	if (attempt.unsettled !== undefined && !isSame(attempt.unsettled, body)) {
		await create(attempt.unsettled).catch((error) => {
			if (mayHaveTakenEffect(error)) throw error;
		});
	}
	if (attempt.stored === undefined) return create(body);
	const { data } = await request<ItemOf<R>>(`${path}/${encodeURIComponent(attempt.stored)}`, {
		method: 'PUT',
		body,
	});
	return data;
};
