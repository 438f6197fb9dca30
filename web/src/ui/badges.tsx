import { Badge } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconLock, IconLockOpen } from '@tabler/icons-react';

/** Draft or Published: in words, with a sign, and only then in colour. */
export const StatusBadge = ({ published }: { published: boolean }) =>
	published ? (
		<Badge color="brand" leftSection={<IconCircleCheck size={13} aria-hidden />}>
			Published
		</Badge>
	) : (
		<Badge color="gray" leftSection={<IconCircleDashed size={13} aria-hidden />}>
			Draft
		</Badge>
	);

/** Free or Premium: in words, with a sign, and only then in colour. */
export const AccessBadge = ({ free }: { free: boolean }) =>
	free ? (
		<Badge color="blue" leftSection={<IconLockOpen size={13} aria-hidden />}>
			Free
		</Badge>
	) : (
		<Badge color="gray" leftSection={<IconLock size={13} aria-hidden />}>
			Premium
		</Badge>
	);
