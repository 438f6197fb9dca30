import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
	BULK_IDS_MAX,
	type BulkAction,
	type BulkRequest,
	type Operation,
	type RowResult,
} from '#shared/contract/content/bulk.ts';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { formatWhole } from '#shared/grouped.ts';
import { splitIntoPortions } from '#shared/portions.ts';
import { ApiError } from '../../api/api-error.ts';
import { type Attempt, createAttempt } from '../../api/attempt.ts';
import type { Named } from '../../api/cached-rows.ts';
import { describeError } from '../../api/error-message.ts';
import { finishOperation, startBulk } from '../../api/operations.ts';
import { refreshContent } from '../../api/query-keys.ts';
import { describeMissingFiles, listSomeNames, undoOperations } from '../delete/undo-operations.tsx';
import { formatItemCount, joinParts } from '../format/counted.ts';
import { listStart } from '../format/dates.ts';
import { actionWords } from '../menu/action-words.ts';
import { notify } from '../notifications/notifications.tsx';
import type { Everything, Selected, Selection } from './selection.ts';

/** A bulk action on the selected rows. */
export interface Task {
	resource: AnyResource;
	action: BulkAction;
	/** The selected rows, or all rows that a query finds. */
	of: { rows: readonly Named[] } | Everything;
	/** With `move`: the ids of the new parent and its parents. */
	to?: Readonly<Record<string, string>>;
	/** With `publish`: the moment from which learners see the rows. */
	visible_from?: string | null;
}

/** A row that failed, and the reason. */
export type Failed = Named & { reason: string };

/** The outcome of a task. */
export interface Outcome {
	/** Ids of the operations, for Undo. */
	operations: readonly string[];
	done: number;
	failed: readonly Failed[];
	/** The number of rows that failed; `failed` does not list all of very many. */
	failures: number;
	/** The number of rows that did not run, because the person cancelled or the server refused to continue. */
	unprocessed: number;
	/** Sentences about rows that succeeded. */
	remarks: readonly string[];
}

/** Splits a task into requests: up to `BULK_IDS_MAX` ids each, or one request for all rows of a query. */
const splitIntoRequests = ({ resource, action, of, to, visible_from }: Task): BulkRequest[] => {
	const what = {
		kind: resource.slug,
		action,
		...(to && { to }),
		...(visible_from && { visible_from }),
	};
	if ('where' in of) return [{ ...what, where: of.where, expected: of.total }];
	const ids = of.rows.map(({ id }) => id);
	return splitIntoPortions(ids, BULK_IDS_MAX).map((some) => ({ ...what, ids: some }));
};

/** Attempts without an answer, by request body: a retry uses the same idempotency key. */
const unanswered = new Map<string, Attempt>();

/** Callbacks of a running task. */
export interface Progress {
	/** Called with the number of rows that have run. */
	onStep: (processed: number) => void;
	isCancelled: () => boolean;
}

const send = async (body: BulkRequest, onStep: Progress['onStep'], isCancelled: () => boolean) => {
	const text = JSON.stringify(body);
	const attempt = unanswered.get(text) ?? createAttempt();
	unanswered.set(text, attempt);
	const started = await startBulk(body, attempt);
	unanswered.delete(text);
	return finishOperation(started, ({ done, failed }) => onStep(done + failed), isCancelled);
};

const NOT_DONE = 'Failed';

const describeReason = ({ code, error }: RowResult) =>
	code === 'not_found' ? 'Someone deleted it' : (error ?? NOT_DONE);

/**
 * Runs a task until it ends or is cancelled, even after its screen is closed. A later request that could not be sent
 * counts as failed rows with the reason. Throws if the first request fails.
 */
const runTask = async (
	client: QueryClient,
	task: Task,
	{ onStep, isCancelled }: Progress,
): Promise<Outcome> => {
	const operations: Operation[] = [];
	const unsent: Failed[] = [];
	const names = new Map('rows' in task.of ? task.of.rows.map(({ id, name }) => [id, name]) : []);
	const nameOf = (id: string) => names.get(id) ?? 'One';
	let processed = 0;
	let unprocessed = 0;
	for (const body of splitIntoRequests(task)) {
		const size = body.ids?.length ?? body.expected ?? 0;
		if (isCancelled()) unprocessed += size;
		else
			try {
				operations.push(await send(body, (some) => onStep(processed + some), isCancelled));
			} catch (error) {
				if (operations.length === 0) throw error;
				const reason = describeError(error, NOT_DONE).message;
				unsent.push(...(body.ids ?? []).map((id) => ({ id, name: nameOf(id), reason })));
			}
		processed += size;
		onStep(processed);
	}
	const results = operations.flatMap((each) => each.results);
	await refreshContent(client);
	const refused = results
		.filter(({ ok }) => !ok)
		.map((row) => ({ id: row.id, name: row.name ?? nameOf(row.id), reason: describeReason(row) }));
	const sum = (of: 'done' | 'failed' | 'remaining') =>
		operations.reduce((all, each) => all + each[of], 0);
	return {
		operations: operations.map(({ operation }) => operation),
		done: sum('done'),
		failed: [...refused, ...unsent],
		failures: sum('failed') + unsent.length,
		unprocessed: unprocessed + sum('remaining'),
		remarks: describeMissingFiles(results),
	};
};

/** Shows the outcomes of a bulk action, one for each kind, on whatever screen is open by then, with Undo. */
const notifyOutcomes = (
	client: QueryClient,
	action: BulkAction,
	outcomes: readonly (Outcome & Pick<Task, 'resource' | 'visible_from'>)[],
) => {
	const notices = outcomes.flatMap(({ resource, failed, failures, unprocessed, ...of }) => [
		...listStart(of.visible_from),
		...of.remarks,
		...(failures > 0
			? [`${formatWhole(failures)} could not be: ${listSomeNames(failed, failures)}.`]
			: []),
		...(unprocessed > 0
			? [`Stopped: ${formatItemCount(resource.slug, unprocessed)} left unchanged.`]
			: []),
	]);
	const operations = outcomes.flatMap((each) => each.operations);
	const counts = outcomes.flatMap(({ resource, done }) =>
		done > 0 ? [formatItemCount(resource.slug, done)] : [],
	);
	const didIt = actionWords[action].done.toLowerCase();
	notify({
		title: counts.length > 0 ? `${joinParts(counts)} ${didIt}` : `Nothing was ${didIt}`,
		message: notices.join(' '),
		good: outcomes.every(({ failures }) => failures === 0),
		...(counts.length > 0 && {
			action: { label: 'Undo', run: () => void undoOperations(client, operations, action) },
		}),
	});
};

/** Unpublishes items without showing progress, and shows the outcome with Undo. */
export const unpublish = async (
	client: QueryClient,
	groups: readonly (Pick<Task, 'resource'> & { rows: readonly Named[] })[],
) => {
	const outcomes = [];
	for (const { resource, rows } of groups) {
		if (rows.length === 0) continue;
		const task = { resource, action: 'unpublish', of: { rows } } as const;
		const outcome = await runTask(client, task, { onStep: () => {}, isCancelled: () => false });
		outcomes.push({ ...outcome, resource });
	}
	notifyOutcomes(client, 'unpublish', outcomes);
};

/** The progress of a bulk action. */
export interface RunningTask {
	action: BulkAction;
	total: number;
	processed: number;
	isCancelled: boolean;
	cancel: () => void;
}

type TaskOptions = Pick<Task, 'action' | 'to' | 'visible_from'>;

/** Returns the new count, when the rows of a query have changed since they were counted. */
const getChangedTotal = (error: unknown) =>
	error instanceof ApiError && error.code === 'changed'
		? ((error.data as { total?: number } | undefined)?.total ?? 0)
		: undefined;

/**
 * Runs bulk actions on the selected rows. Rows that failed stay selected, with the reason. The outcome is shown on
 * whatever screen is open by then.
 */
export const useTask = (resource: AnyResource, selection: Selection) => {
	const client = useQueryClient();
	const [running, setRunning] = useState<RunningTask>();
	const [failure, setFailure] = useState<unknown>();
	const [lastTask, setLastTask] = useState<TaskOptions>();

	const run = async (options: TaskOptions, { rows, everything }: Selected = selection.now()) => {
		const target = everything ?? { rows: [...rows].map(([id, name]) => ({ id, name })) };
		const total = everything?.total ?? rows.size;
		setLastTask(options);
		setFailure(undefined);
		let isCancelled = false;
		const cancel = () => {
			isCancelled = true;
			setRunning((now) => now && { ...now, isCancelled });
		};
		setRunning({ action: options.action, total, processed: 0, isCancelled, cancel });
		try {
			const outcome = await runTask(
				client,
				{ ...options, resource, of: target },
				{
					onStep: (processed) => setRunning((now) => now && { ...now, processed }),
					isCancelled: () => isCancelled,
				},
			);
			// If the selection has changed since, it is kept.
			if (selection.now().rows === rows) {
				if (outcome.failed.length > 0) selection.keep(outcome.failed);
				else selection.clear();
			}
			notifyOutcomes(client, options.action, [{ ...options, ...outcome, resource }]);
		} catch (error) {
			const total = getChangedTotal(error);
			// Some rows may have changed.
			void refreshContent(client);
			if (total !== undefined && everything) selection.everything({ ...everything, total });
			setFailure(error);
		} finally {
			setRunning(undefined);
		}
	};
	return { run, running, failure, lastTask };
};
