import { Badge as MantineBadge } from '@mantine/core';
import {
	IconCircleCheck,
	IconCircleDashed,
	IconLock,
	IconLockOpen,
	type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWide } from './row.tsx';

interface BadgeProps {
	color: 'brand' | 'gray' | 'yellow' | 'red' | 'blue' | 'grape';
	/** Shown before the text. */
	icon?: TablerIcon | undefined;
	large?: boolean | undefined;
	className?: string | undefined;
	children: ReactNode;
}

/** Renders a state in one or two words. */
export const Badge = ({ color, icon: Icon, large, className, children }: BadgeProps) => (
	<MantineBadge
		component="span"
		variant="light"
		radius="sm"
		tt="none"
		fw={550}
		miw="max-content"
		color={color}
		size={large ? 'xl' : 'md'}
		className={className}
		data-badge
		leftSection={Icon && <Icon size={large ? 18 : 13} aria-hidden />}
	>
		{children}
	</MantineBadge>
);

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
	color?: BadgeProps['color'];
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
