import {
	IconCircleCheck,
	IconCircleDashed,
	IconFolderShare,
	IconLock,
	IconLockOpen,
	IconTrash,
	type TablerIcon,
} from '@tabler/icons-react';
import type { BulkAction } from '#shared/contract/bulk.ts';

/** The sign of each action, for one row and for many. */
export const actionIcons: Readonly<Record<BulkAction, TablerIcon>> = {
	publish: IconCircleCheck,
	unpublish: IconCircleDashed,
	free: IconLockOpen,
	premium: IconLock,
	move: IconFolderShare,
	delete: IconTrash,
};
