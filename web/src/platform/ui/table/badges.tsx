import { IconCircleDashed, IconClock, IconLockOpen, type TablerIcon } from '@tabler/icons-react';
import { Badge, type BadgeColor } from '../controls.tsx';
import { formatStart, isLater } from '../format/dates.ts';
import { useWide } from '../row.tsx';

interface StatusProps {
	published: boolean;
	/** The moment from which learners see the item. */
	from: string | null | undefined;
}

/** Renders Draft or "From …" as a badge with an icon, and Published as plain text. */
export const StatusBadge = ({ published, from }: StatusProps) => {
	if (!published)
		return (
			<Badge color="gray" icon={IconCircleDashed}>
				Draft
			</Badge>
		);
	return isLater(from) ? (
		<Badge color="blue" icon={IconClock}>
			{formatStart(from)}
		</Badge>
	) : (
		<span className="quiet small">Published</span>
	);
};

/** Renders Free as a badge with an icon, and Premium as plain text. */
export const AccessBadge = ({ free }: { free: boolean }) =>
	free ? (
		<Badge color="blue" icon={IconLockOpen}>
			Free
		</Badge>
	) : (
		<span className="quiet small">Premium</span>
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
