import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { INTAKE_AT_ONCE, type IntakeRow } from '#shared/contract/intake.ts';
import { numberOf } from '#shared/grouped.ts';
import { portions } from '#shared/portions.ts';
import { newAttempt } from '../../api/attempt.ts';
import { errorMessage } from '../../api/error-message.ts';
import { bringRowsBack, removeRows } from '../../api/intakes.ts';
import { notify, notifyFailure } from '../../ui/notifications/notifications.tsx';
import type { Corrections } from './corrections.ts';

/** Rows that were removed, as many as one call takes, and the attempt to bring them back. */
const parts = (rows: readonly IntakeRow[]) =>
	portions(rows, INTAKE_AT_ONCE).map((some) => ({ rows: some, attempt: newAttempt() }));

const bringBack = async (client: QueryClient, intake: string, left: ReturnType<typeof parts>) => {
	try {
		for (let next = left[0]; next; next = left[0]) {
			await bringRowsBack(client, intake, next.rows, next.attempt);
			left.shift();
		}
	} catch (error) {
		const { message, hint } = errorMessage(error, 'The rows could not be brought back');
		notify({
			title: message,
			message: hint ?? '',
			action: { label: 'Try again', run: () => void bringBack(client, intake, left) },
		});
	}
};

/** Removes rows from a batch, and offers to bring them back as they were. */
export const useRemoval = (intake: string, { rows, keepBack }: Corrections) => {
	const client = useQueryClient();
	return async (ids: readonly string[]) => {
		const gone = new Set<string>();
		try {
			for (const some of portions(ids, INTAKE_AT_ONCE)) {
				await removeRows(client, intake, some);
				for (const id of some) gone.add(id);
			}
		} catch (error) {
			notifyFailure(error, 'The rows could not be removed');
		}
		const removed = rows.filter(({ id }) => gone.has(id));
		const [first] = removed;
		if (!first) return;
		notify({
			good: true,
			title: `${numberOf(removed.length, 'row')} removed from the batch`,
			message: removed.length === 1 ? first.path : '',
			action: {
				label: 'Undo',
				run: keepBack(() => void bringBack(client, intake, parts(removed))),
			},
		});
	};
};
