import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Restored } from '#shared/contract/trash.ts';
import { isNotFound } from '../../api/api-error.ts';
import { type Attempt, newAttempt } from '../../api/attempt.ts';
import { errorMessage } from '../../api/error-message.ts';
import {
	parentInTrash,
	restoreDeletion,
	restoreWithParents,
	type Spot,
} from '../../api/restore.ts';
import { notify } from '../notifications/notifications.tsx';

interface Restoring {
	deletion: string;
	/** The label of its kind: 'Exam set'. */
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
	const router = useRouter();
	const go = (href: string) => router.history.push(href);

	const succeed = ({ label, name, back }: Restoring, { kind, id }: Restored) => {
		notify({
			good: true,
			title: `${label} restored`,
			message: name,
			...(!back && { action: { label: 'Open', run: () => go(`/admin/${kind}/${id}`) } }),
		});
		if (back) go(back);
	};

	const fail = (what: Restoring, attempt: Attempt, error: unknown) => {
		const { label, name } = what;
		const parent = parentInTrash(error);
		const trash = { label: 'Open the trash', run: () => go('/admin/trash') };
		if (parent)
			return notify({
				title: 'Its parent is also in the trash',
				message: `Restore ${name} together with its parent.`,
				action: {
					label: 'Restore both',
					run: () => void tell(what, attempt, () => restoreWithParents(client, what.deletion)),
				},
			});
		if (parent === null)
			return notify({
				title: `${label} cannot be restored`,
				message: `The parent of ${name} was deleted permanently.`,
				action: trash,
			});
		if (isNotFound(error))
			return notify({
				title: `${label} is no longer in the trash`,
				message: `Someone restored ${name} or deleted it permanently.`,
				action: trash,
			});
		const { message, hint } = errorMessage(error, `Failed to restore ${label.toLowerCase()}`);
		notify({
			title: message,
			message: hint ?? name,
			action: {
				label: 'Try again',
				run: () =>
					void tell(what, attempt, () =>
						restoreDeletion(client, what.deletion, attempt, what.spot),
					),
			},
		});
	};

	const tell = async (what: Restoring, attempt: Attempt, send: () => Promise<Restored>) => {
		try {
			succeed(what, await send());
			return true;
		} catch (error) {
			fail(what, attempt, error);
			return false;
		}
	};

	return (what: Restoring) => {
		const attempt = newAttempt();
		return tell(what, attempt, () => restoreDeletion(client, what.deletion, attempt, what.spot));
	};
};
