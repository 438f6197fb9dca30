import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Deletion, Restored } from '#shared/contract/content/trash.ts';
import { isNotFound } from '../../api/api-error.ts';
import { createAttempt } from '../../api/attempt.ts';
import { describeError } from '../../api/error-message.ts';
import {
	getParentDeletion,
	restoreDeletion,
	restoreWithParents,
	type Spot,
} from '../../api/restore.ts';
import { formatMoment } from '../format/dates.ts';
import { notify } from '../notifications/notifications.tsx';

/** Describes who deleted an item, and when: 'Deleted by Wanjiku on 9 Mar 2026, 14:05.' */
export const describeDeletion = ({ by, at }: Pick<Deletion, 'by' | 'at'>) =>
	`Deleted by ${by.name} on ${formatMoment(at)}.`;

interface Restoring {
	deletion: string;
	/** The label of its kind: 'Exam Set'. */
	label: string;
	name: string;
	/** Address of the item's own page, if it was deleted there; opened again once the item is restored. */
	back?: string | undefined;
	/** The former position of the item; omitted, it comes last. */
	spot?: Spot | undefined;
}

/**
 * Returns a function that restores a deletion and shows the result on whatever screen is open by then, with a link to
 * the item or a way to solve the problem. Resolves after the notice: true if restored.
 */
export const useRestore = () => {
	const client = useQueryClient();
	const { history } = useRouter();

	return ({ deletion, label, name, back, spot }: Restoring) => {
		const attempt = createAttempt();
		const trash = { label: 'Open the trash', run: () => history.push('/admin/trash') };

		const noticeOf = (error: unknown) => {
			const parent = getParentDeletion(error);
			if (parent)
				return {
					title: 'Its parent is also in the trash',
					message: `Restore ${name} together with its parent.`,
					action: {
						label: 'Restore both',
						run: () => void run(() => restoreWithParents(client, deletion)),
					},
				};
			if (parent === null)
				return {
					title: `${label} cannot be restored`,
					message: `The parent of ${name} was deleted permanently.`,
					action: trash,
				};
			if (isNotFound(error))
				return {
					title: `${label} is no longer in the trash`,
					message: `Someone restored ${name} or deleted it permanently.`,
					action: trash,
				};
			const { message, hint } = describeError(error, `Failed to restore ${label.toLowerCase()}`);
			return {
				title: message,
				message: hint ?? name,
				action: { label: 'Try again', run: () => void run(restoreAlone) },
			};
		};

		const run = async (restore: () => Promise<Restored>) => {
			try {
				const { kind, id, lost } = await restore();
				const open = { label: 'Open', run: () => history.push(`/admin/${kind}/${id}`) };
				notify({
					good: true,
					title: `${label} restored`,
					message: [name, ...lost.map(({ text }) => text)].join(' · '),
					...(!back && { action: open }),
				});
				if (back) history.push(back);
				return true;
			} catch (error) {
				notify(noticeOf(error));
				return false;
			}
		};

		const restoreAlone = () => restoreDeletion(client, deletion, attempt, spot);
		return run(restoreAlone);
	};
};
