import type { QueryClient } from '@tanstack/react-query';
import type { BulkAction } from '#shared/contract/bulk-actions.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { grouped } from '#shared/grouped.ts';
import { countedOf } from '../counted.ts';
import { notify } from '../notifications/notifications.tsx';
import { someOf, undoOperations } from '../undo/undo-operations.ts';
import type { Outcome } from './run.ts';
import { actionWords } from './words.ts';

interface Finished {
	client: QueryClient;
	resource: AnyResource;
	action: BulkAction;
}

/** Says what became of something that was done to many, wherever one is by then, and offers to undo it. */
export const notifyOutcome = ({ client, resource, action }: Finished, outcome: Outcome) => {
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
