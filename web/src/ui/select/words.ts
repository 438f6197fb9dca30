import {
	IconCircleCheck,
	IconCircleDashed,
	IconFolderShare,
	IconLock,
	IconLockOpen,
	IconTrash,
	type TablerIcon,
} from '@tabler/icons-react';
import type { BulkAction } from '#shared/contract/bulk-actions.ts';

const words = (icon: TablerIcon, does: string, single: string, doing: string, done: string) => ({
	icon,
	does,
	single,
	doing,
	done,
});

/** The sign of each action, and what it is called: on its button, of one row, while it goes on, when it is done. */
export const actionWords: Readonly<Record<BulkAction, ReturnType<typeof words>>> = {
	publish: words(IconCircleCheck, 'Publish', 'Publish', 'Publishing', 'Published'),
	unpublish: words(IconCircleDashed, 'Unpublish', 'Unpublish', 'Unpublishing', 'Unpublished'),
	free: words(IconLockOpen, 'Free', 'Make free', 'Making free', 'Made free'),
	premium: words(IconLock, 'Premium', 'Make premium', 'Making premium', 'Made premium'),
	move: words(IconFolderShare, 'Move', 'Move', 'Moving', 'Moved'),
	delete: words(IconTrash, 'Delete', 'Delete', 'Deleting', 'Deleted'),
};
