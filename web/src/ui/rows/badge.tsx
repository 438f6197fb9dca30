import { Badge as MantineBadge } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface BadgeProps {
	color: 'brand' | 'gray' | 'yellow' | 'red' | 'blue' | 'grape';
	/** Shown before the words. */
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
