import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { BulkRequest, Operation } from '#shared/contract/bulk.ts';
import { ApiError } from './api-error.ts';
import { type Attempt, sendOnce } from './attempt.ts';
import { request } from './client.ts';
import { refreshContent } from './query-keys.ts';

const POLL_MS = 1_500;
const LOST_MS = 4_000;

const pathOf = (id: string) => `/operations/${encodeURIComponent(id)}`;

/** An operation over many items and what has come of it; asked again while it goes on. */
export const operationQuery = (id: string) =>
	queryOptions({
		queryKey: ['operations', id],
		queryFn: async ({ signal }) => (await request<Operation>(pathOf(id), { signal })).data,
		refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
	});

/** An operation as it stands now. */
export const operationNow = async (id: string) => (await request<Operation>(pathOf(id))).data;

/** Does one thing to many items. Of more than a person waits for, `state` says that they go on in the background. */
export const startBulk = (body: BulkRequest, attempt: Attempt) =>
	sendOnce<Operation>('/bulk', body, attempt, 'This was done already. Look at the list again.');

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const askAgain = async (operation: Operation): Promise<Operation> => {
	await pause(POLL_MS);
	try {
		return await operationNow(operation.operation);
	} catch (error) {
		if (error instanceof ApiError && error.kind === 'refused') throw error;
		await pause(LOST_MS);
		return operation;
	}
};

/** An operation once it is over; a lost connection only makes that later. `onStep` is told how far it is. */
export const followOperation = async (
	started: Operation,
	onStep: (operation: Operation) => void = () => {},
): Promise<Operation> => {
	let operation = started;
	while (operation.state === 'running') {
		onStep(operation);
		operation = await askAgain(operation);
	}
	return operation;
};

/**
 * Takes an operation back, row by row; answers the operation that did so, which may still be running. What somebody
 * changed since is among its results as `changed`, and stays as it is. The same attempt does it once.
 */
export const undoOperation = async (client: QueryClient, id: string, attempt: Attempt) => {
	const undone = await sendOnce<Operation>(
		`${pathOf(id)}/undo`,
		undefined,
		attempt,
		'It is taken back already',
	);
	refreshContent(client);
	void client.invalidateQueries({ queryKey: ['operations', id] });
	return undone;
};
