import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkAction } from '#shared/contract/bulk-actions.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { ApiError } from '../../api/api-error.ts';
import { refreshContent } from '../../api/query-keys.ts';
import { notifyOutcome } from './notify-outcome.ts';
import { runTask, type Task } from './run.ts';
import type { Selected, Selection } from './selection.ts';

/** How far what is being done has come. */
export interface Going {
	action: BulkAction;
	total: number;
	behind: number;
	isCancelled: boolean;
	cancel: () => void;
}

type How = Pick<Task, 'action' | 'to'>;

/** The rows that a query found are others by now: how many, as the server says. */
const changedTotal = (error: unknown) =>
	error instanceof ApiError && error.code === 'changed'
		? ((error.data as { total?: number } | undefined)?.total ?? 0)
		: undefined;

/**
 * Does something with what is selected, or was when it was asked for. What failed stays selected, with its reason; how
 * it ended is told wherever one is by then.
 */
export const useTask = (resource: AnyResource, selection: Selection) => {
	const client = useQueryClient();
	const [going, setGoing] = useState<Going>();
	const [failure, setFailure] = useState<unknown>();
	const [tried, setTried] = useState<How>();

	const run = async (how: How, { rows, everything }: Selected = selection.now()) => {
		const of = everything ?? { rows: [...rows].map(([id, name]) => ({ id, name })) };
		const total = everything?.total ?? rows.size;
		setTried(how);
		setFailure(undefined);
		let isCancelled = false;
		const cancel = () => {
			isCancelled = true;
			setGoing((now) => now && { ...now, isCancelled });
		};
		setGoing({ action: how.action, total, behind: 0, isCancelled, cancel });
		try {
			const outcome = await runTask(
				client,
				{ ...how, resource, of },
				{
					onStep: (behind) => setGoing((now) => now && { ...now, behind }),
					isCancelled: () => isCancelled,
				},
			);
			// Somebody who has left the selection meanwhile, or begun another, keeps it.
			if (selection.now().rows === rows) {
				if (outcome.failed.length > 0) selection.keep(outcome.failed);
				else selection.clear();
			}
			notifyOutcome({ client, resource, action: how.action }, outcome);
		} catch (error) {
			const total = changedTotal(error);
			// Some of it may be done.
			refreshContent(client);
			if (total !== undefined && everything) selection.everything({ ...everything, total });
			setFailure(error);
		} finally {
			setGoing(undefined);
		}
	};
	return { run, going, failure, tried };
};
