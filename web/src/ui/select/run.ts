import type { QueryClient } from '@tanstack/react-query';
import type { BulkRequest, Operation, RowResult } from '#shared/contract/bulk.ts';
import { BULK_IDS_MAX, type BulkAction, switchOf } from '#shared/contract/bulk-actions.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { portions } from '#shared/portions.ts';
import { type Attempt, newAttempt } from '../../api/attempt.ts';
import { patchManyCached, takeFromLists } from '../../api/cached-lists.ts';
import type { Named } from '../../api/cached-rows.ts';
import { errorMessage } from '../../api/error-message.ts';
import { finishOperation, startBulk } from '../../api/operations.ts';
import { refreshContent, resourceKey } from '../../api/query-keys.ts';
import type { Everything } from './selection.ts';

/** What is to be done with what was selected. */
export interface Task {
	resource: AnyResource;
	action: BulkAction;
	/** The rows one by one, or all that a query finds. */
	of: { rows: readonly Named[] } | Everything;
	/** The new parent's id and those above it, of a move. */
	to?: Readonly<Record<string, string>>;
}

/** A row with which it could not be done, and why. */
export type Failed = Named & { reason: string };

/** What became of it. */
export interface Outcome {
	/** The ids by which it is undone. */
	operations: readonly string[];
	done: number;
	failed: readonly Failed[];
	/** How many failed in all: of very many not each is named. */
	failures: number;
	/** How many were left because the person cancelled, or the server refused to go on. */
	left: number;
}

/** The requests of a task: one takes so many rows by their ids, and all that a query finds at once. */
const requestsOf = ({ resource, action, of, to }: Task): BulkRequest[] => {
	const what = { kind: resource.word, action, ...(to && { to }) };
	if ('where' in of) return [{ ...what, where: of.where, expected: of.total }];
	const ids = of.rows.map(({ id }) => id);
	return portions(ids, BULK_IDS_MAX).map((some) => ({ ...what, ids: some }));
};

/** The keys of what was sent and not answered: pressed again, it is not done twice. */
const unanswered = new Map<string, Attempt>();

/** What a task reports, and asks, while it runs. */
export interface Progress {
	/** Called with the number of rows that have run. */
	onStep: (behind: number) => void;
	isCancelled: () => boolean;
}

const send = async (body: BulkRequest, onStep: Progress['onStep'], isCancelled: () => boolean) => {
	const text = JSON.stringify(body);
	const attempt = unanswered.get(text) ?? newAttempt();
	unanswered.set(text, attempt);
	const started = await startBulk(body, attempt);
	unanswered.delete(text);
	return finishOperation(started, ({ done, failed }) => onStep(done + failed), isCancelled);
};

const NOT_DONE = 'Failed';

const reasonOf = ({ code, error }: RowResult) =>
	code === 'not_found' ? 'Someone deleted it' : (error ?? NOT_DONE);

/** Shows in all lists what was done, before they are asked for again. */
const show = async (client: QueryClient, { resource, action }: Task, results: RowResult[]) => {
	// What is under way already would bring the old values.
	await client.cancelQueries({ queryKey: resourceKey(resource) });
	const ids = new Set(results.filter(({ ok }) => ok).map(({ id }) => id));
	const change = switchOf(resource, action);
	if (change) patchManyCached(client, resource, ids, change);
	if (action === 'delete') takeFromLists(client, resource, ids);
	refreshContent(client);
};

/**
 * Runs a task to its end or until it is cancelled, also when the screen that began it is left. A request in the middle
 * that could not be sent counts as failed, with the reason. Throws where nothing was sent.
 */
export const runTask = async (
	client: QueryClient,
	task: Task,
	{ onStep, isCancelled }: Progress,
): Promise<Outcome> => {
	const operations: Operation[] = [];
	const unsent: Failed[] = [];
	const names = new Map('rows' in task.of ? task.of.rows.map(({ id, name }) => [id, name]) : []);
	const called = (id: string) => names.get(id) ?? 'One';
	let behind = 0;
	let left = 0;
	for (const body of requestsOf(task)) {
		const size = body.ids?.length ?? body.expected ?? 0;
		if (isCancelled()) left += size;
		else
			try {
				operations.push(await send(body, (some) => onStep(behind + some), isCancelled));
			} catch (error) {
				if (operations.length === 0) throw error;
				const reason = errorMessage(error, NOT_DONE).message;
				unsent.push(...(body.ids ?? []).map((id) => ({ id, name: called(id), reason })));
			}
		behind += size;
		onStep(behind);
	}
	const results = operations.flatMap((each) => each.results);
	await show(client, task, results);
	const refused = results
		.filter(({ ok }) => !ok)
		.map((row) => ({ id: row.id, name: row.name ?? called(row.id), reason: reasonOf(row) }));
	const sum = (of: 'done' | 'failed' | 'remaining') =>
		operations.reduce((all, each) => all + each[of], 0);
	return {
		operations: operations.map(({ operation }) => operation),
		done: sum('done'),
		failed: [...refused, ...unsent],
		failures: sum('failed') + unsent.length,
		left: left + sum('remaining'),
	};
};
