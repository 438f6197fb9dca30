import { useQueryClient } from '@tanstack/react-query';
import type { Deletion } from '#shared/contract/trash.ts';
import { purgeDeletion } from '../../api/trash.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Opened } from '../../ui/on-demand.tsx';
import { nameOf, wentWith } from './deletion-words.ts';

interface PurgeDialogProps extends Opened {
	/** Null while nothing is to go. */
	deletion: Deletion | null;
}

/** Asks before something goes for good. */
export const PurgeDialog = ({ opened, deletion, onClose }: PurgeDialogProps) => {
	const client = useQueryClient();
	return (
		<ConfirmDialog
			opened={opened}
			onClose={onClose}
			title="Delete for good"
			submit="Delete for good"
			dangerous
			action={() => (deletion ? purgeDeletion(client, deletion.id) : Promise.resolve())}
			fallback="It could not be deleted for good"
		>
			{deletion && (
				<>
					Delete <strong>{nameOf(deletion)}</strong>
					{wentWith(deletion) && ` ${wentWith(deletion)}`} for good? Their versions go as well, and
					files that nothing else uses. This cannot be undone.
				</>
			)}
		</ConfirmDialog>
	);
};
