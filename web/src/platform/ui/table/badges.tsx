import {
	IconCircleCheck,
	IconCircleDashed,
	IconClock,
	IconLock,
	IconLockOpen,
	type TablerIcon,
} from '@tabler/icons-react';
import { Badge, type BadgeColor } from '../controls.tsx';
import { formatStart, isLater } from '../format/dates.ts';
import { useWide } from '../row.tsx';

interface StatusProps {
	published: boolean;
	/** The moment from which learners see the item. */
	from: string | null | undefined;
}

/** Renders Draft, Published or "From …" as a badge with text and an icon, so that colour is not the only sign. */
export const StatusBadge = ({ published, from }: StatusProps) => {
	if (!published)
		return (
			<Badge color="gray" icon={IconCircleDashed}>
				Draft
			</Badge>
		);
	const later = isLater(from);
	return (
		<Badge color={later ? 'blue' : 'brand'} icon={later ? IconClock : IconCircleCheck}>
			{later ? formatStart(from) : 'Published'}
		</Badge>
	);
};

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

/** Renders badges for the exceptions only: Draft, "From …", Free. */
export const ExceptionBadges = ({
	published,
	from,
	free = false,
}: StatusProps & { free?: boolean }) => (
	<>
		{free && <AccessBadge free />}
		{(!published || isLater(from)) && <StatusBadge published={published} from={from} />}
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
