import {
	IconCircleCheck,
	IconCircleDashed,
	IconLock,
	IconLockOpen,
	type TablerIcon,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useWide } from '../table/shape.ts';
import { Badge } from './badge.tsx';

/** Draft or Published: in words, with a sign, and only then in colour. */
export const StatusBadge = ({ published }: { published: boolean }) =>
	published ? (
		<Badge color="brand" icon={IconCircleCheck}>
			Published
		</Badge>
	) : (
		<Badge color="gray" icon={IconCircleDashed}>
			Draft
		</Badge>
	);

/** Free or Premium: in words, with a sign, and only then in colour. */
export const AccessBadge = ({ free }: { free: boolean }) =>
	free ? (
		<Badge color="blue" icon={IconLockOpen}>
			Free
		</Badge>
	) : (
		<Badge color="gray" icon={IconLock}>
			Premium
		</Badge>
	);

/** Whether something is a draft or free: what departs from the ordinary. */
export const Unusual = ({ published, free = false }: { published: boolean; free?: boolean }) => (
	<>
		{free && <AccessBadge free />}
		{!published && <StatusBadge published={false} />}
	</>
);

interface MarkProps {
	children: string;
	color?: ComponentProps<typeof Badge>['color'];
	icon?: TablerIcon;
}

/** Something else to be known of a row: a badge, or, in the line of a phone, a word like the others. */
export const Mark = ({ children, color = 'gray', icon }: MarkProps) =>
	useWide() ? (
		<Badge color={color} icon={icon}>
			{children}
		</Badge>
	) : (
		<span>{children}</span>
	);
