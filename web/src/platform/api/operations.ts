import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { BulkRequest, Operation } from '#shared/contract/content/bulk.ts';
import { ApiError, mayHaveTakenEffect } from './api-error.ts';
import { type Attempt, createAttempt } from './attempt.ts';
import { queryCall, sendCall } from './calls.ts';
import { refreshContent } from './query-keys.ts';

/** Delay before a portion is sent again after a lost connection. */
const LOST_MS = 4_000;

/** Fetches an operation with its results. */
export const buildOperationQuery = (id: string) =>
	queryOptions({
		queryKey: ['operations', id],
		queryFn: queryCall('GET /operations/:id', { params: { id } }),
	});

/** Fetches the newest operations of all people on an item or on items below it. */
export const buildItemOperationsQuery = (item: string) =>
	queryOptions({
		queryKey: ['operations', 'under', item],
		queryFn: queryCall('GET /operations', { query: { item } }),
		staleTime: 0,
	});

const DONE = 'This was already done. Refresh the list.';

/** Starts an operation; rows after the first portion are left in `remaining`. */
export const startBulk = (body: BulkRequest, attempt: Attempt) =>
	sendCall('POST /bulk', { body }, attempt, DONE);

const runNextPortion = async (operation: string): Promise<Operation> => {
	const attempt = createAttempt();
	for (;;)
		try {
			return await sendCall('POST /bulk', { body: { operation } }, attempt, DONE);
		} catch (error) {
			if (!mayHaveTakenEffect(error)) throw error;
			await new Promise((resolve) => setTimeout(resolve, LOST_MS));
		}
};

/**
 * Runs the remaining portions of an operation; `onStep` is called before each. Ends early, with rows left in
 * `remaining`, when `isCancelled` says so or the server refuses to go on.
 */
export const finishOperation = async (
	started: Operation,
	onStep: (operation: Operation) => void = () => {},
	isCancelled: () => boolean = () => false,
): Promise<Operation> => {
	let operation = started;
	const results = [...started.results];
	while (operation.remaining > 0) {
		onStep(operation);
		if (isCancelled()) break;
		try {
			operation = await runNextPortion(operation.operation);
		} catch (error) {
			if (error instanceof ApiError && error.kind === 'refused') break;
			throw error;
		}
		results.push(...operation.results);
	}
	return { ...operation, results };
};

/**
 * Undoes an operation row by row; resolves to the operation that does so. What someone changed is among its results
 * as `changed`, and stays as it is. The same attempt does it once.
 */
export const undoOperation = async (client: QueryClient, id: string, attempt: Attempt) => {
	const first = await sendCall(
		'POST /operations/:id/undo',
		{ params: { id } },
		attempt,
		'Already undone',
	);
	const undone = await finishOperation(first);
	void refreshContent(client);
	void client.invalidateQueries({ queryKey: ['operations'] });
	return undone;
};
