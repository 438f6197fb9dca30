import {
	IconCircleCheck,
	IconCircleDashed,
	IconFolderShare,
	IconLock,
	IconLockOpen,
	IconTrash,
	type TablerIcon,
} from '@tabler/icons-react';
import type { BulkAction } from '#shared/contract/content/bulk.ts';

const makeWords = (
	icon: TablerIcon,
	does: string,
	single: string,
	doing: string,
	done: string,
) => ({
	icon,
	does,
	single,
	doing,
	done,
});

/** The icon and texts of each action: button, single row, in progress, done. */
export const actionWords: Readonly<Record<BulkAction, ReturnType<typeof makeWords>>> = {
	publish: makeWords(IconCircleCheck, 'Publish', 'Publish', 'Publishing', 'Published'),
	unpublish: makeWords(IconCircleDashed, 'Unpublish', 'Unpublish', 'Unpublishing', 'Unpublished'),
	free: makeWords(IconLockOpen, 'Free', 'Make free', 'Making free', 'Made free'),
	premium: makeWords(IconLock, 'Premium', 'Make premium', 'Making premium', 'Made premium'),
	move: makeWords(IconFolderShare, 'Move', 'Move', 'Moving', 'Moved'),
	delete: makeWords(IconTrash, 'Delete', 'Delete', 'Deleting', 'Deleted'),
};
