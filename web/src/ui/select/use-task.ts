import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkAction } from '#shared/contract/bulk-actions.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { grouped } from '#shared/grouped.ts';
import { ApiError } from '../../api/api-error.ts';
import { refreshContent } from '../../api/query-keys.ts';
import { countedOf } from '../counted.ts';
import { notify } from '../notifications/notifications.tsx';
import { someOf, undoOperations } from '../undo/undo-operations.ts';
import { type Outcome, runTask, type Task } from './run.ts';
import type { Selected, Selection } from './selection.ts';
import { actionWords } from './words.ts';

interface Finished {
	client: QueryClient;
	resource: AnyResource;
	action: BulkAction;
}

/** Shows the outcome of a bulk action on whatever screen is open by then, with Undo. */
const notifyOutcome = ({ client, resource, action }: Finished, outcome: Outcome) => {
	const { operations, done, failed, failures, left } = outcome;
	const notices = [
		...(failures > 0 ? [`${grouped(failures)} could not be: ${someOf(failed, failures)}.`] : []),
		...(left > 0 ? [`Stopped: ${countedOf(resource.word, left)} left unchanged.`] : []),
	];
	const didIt = actionWords[action].done.toLowerCase();
	notify({
		title: done > 0 ? `${countedOf(resource.word, done)} ${didIt}` : `Nothing was ${didIt}`,
		message: notices.join(' '),
		good: failures === 0,
		...(done > 0 && {
			action: { label: 'Undo', run: () => void undoOperations(client, operations) },
		}),
	});
};

/** The progress of a bulk action. */
export interface Going {
	action: BulkAction;
	total: number;
	behind: number;
	isCancelled: boolean;
	cancel: () => void;
}

type How = Pick<Task, 'action' | 'to'>;

/** Returns the new count, when the rows of a query have changed since they were counted. */
const changedTotal = (error: unknown) =>
	error instanceof ApiError && error.code === 'changed'
		? ((error.data as { total?: number } | undefined)?.total ?? 0)
		: undefined;

/**
 * Runs bulk actions on the selected rows. Rows that failed stay selected, with the reason. The outcome is shown on
 * whatever screen is open by then.
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
			// A selection that was changed in between stays.
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
