import {
	IconCircleCheck,
	IconCircleDashed,
	IconLock,
	IconLockOpen,
	type TablerIcon,
} from '@tabler/icons-react';
import { Badge, type BadgeColor } from '../controls.tsx';
import { useWide } from './row.tsx';

/** Renders Draft or Published as a badge with text and an icon, so that colour is not the only sign. */
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

/** Renders Free or Premium as a badge with text and an icon, so that colour is not the only sign. */
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

/** Renders badges for the exceptions only: Draft, Free. */
export const ExceptionBadges = ({
	published,
	free = false,
}: {
	published: boolean;
	free?: boolean;
}) => (
	<>
		{free && <AccessBadge free />}
		{!published && <StatusBadge published={false} />}
	</>
);

interface MarkProps {
	children: string;
	color?: BadgeColor;
	icon?: TablerIcon;
}

/** Renders another fact about a row: a badge, or plain text on a phone. */
export const Mark = ({ children, color = 'gray', icon }: MarkProps) =>
	useWide() ? (
		<Badge color={color} icon={icon}>
			{children}
		</Badge>
	) : (
		<span>{children}</span>
	);
