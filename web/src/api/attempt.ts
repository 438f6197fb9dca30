import {
	type AnyResource,
	fillPath,
	type ItemOf,
	type PlaceOf,
} from '#shared/contract/resource.ts';
import { ApiError, isUnsettled } from './api-error.ts';
import { request } from './client.ts';

/**
 * Attempt of an open form to create one thing. It lives as long as the form and ensures that repeated saves on a bad
 * connection create at most one.
 */
export interface Attempt {
	/** The Idempotency-Key: the server answers the same key and body with what it stored then. */
	key: string;
	/** Body last sent without a response; it may have been stored. */
	unsettled?: unknown;
	/** The id of what an earlier try turns out to have stored. */
	stored?: string;
}

/** An `Idempotency-Key`. Random even where `crypto.randomUUID` is missing: on plain http it is. */
export const newKey = () =>
	Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
		byte.toString(16).padStart(2, '0'),
	).join('');

export const newAttempt = (): Attempt => ({ key: newKey() });

const post = async <T>(path: string, body: unknown, attempt: Attempt): Promise<T> => {
	try {
		const headers = { 'idempotency-key': attempt.key };
		return (await request<T>(path, { method: 'POST', body, headers })).data;
	} catch (error) {
		if (!isUnsettled(error)) attempt.key = newKey();
		throw error;
	}
};

/**
 * Sends a create that is no item of content. As long as it is not known what came of a try, the next
 * one goes by the same key, so that the server does it once. `arrived` is for the person whose first try
 * turns out to have arrived with other details.
 */
export const sendOnce = async <T>(
	path: string,
	body: unknown,
	attempt: Attempt,
	arrived: string,
): Promise<T> => {
	try {
		return await post<T>(path, body, attempt);
	} catch (error) {
		if (!(error instanceof ApiError) || error.code !== 'idempotency_conflict') throw error;
		attempt.key = newKey();
		const { kind, status, code } = error;
		throw new ApiError({ kind, status, code, message: arrived });
	}
};

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Creates one item. A retry with the same body is the same attempt to the server. If the form was
 * changed after a try without an answer, that try is settled first, and what it stored is updated:
 * sending the new body under a new key could make two.
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
			const item = await post<ItemOf<R>>(path, sent, attempt);
			attempt.stored = item.id;
			attempt.unsettled = undefined;
			return item;
		} catch (error) {
			if (!isUnsettled(error)) attempt.unsettled = undefined;
			throw error;
		}
	};

	if (attempt.unsettled !== undefined && !same(attempt.unsettled, body)) {
		await create(attempt.unsettled).catch((error) => {
			if (isUnsettled(error)) throw error;
		});
	}
	if (attempt.stored === undefined) return create(body);
	const { data } = await request<ItemOf<R>>(`${path}/${encodeURIComponent(attempt.stored)}`, {
		method: 'PUT',
		body,
	});
	return data;
};
