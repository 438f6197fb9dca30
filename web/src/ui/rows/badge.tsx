import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './badge.module.css';

interface BadgeProps {
	color: 'brand' | 'gray' | 'yellow' | 'red' | 'blue' | 'grape';
	/** Before the words. */
	icon?: TablerIcon | undefined;
	large?: boolean | undefined;
	className?: string | undefined;
	children: ReactNode;
}

/** Renders a state in one or two words, as a plain element: lists show many. */
export const Badge = ({ color, icon: Icon, large, className = '', children }: BadgeProps) => (
	<span
		className={`${classes.badge} ${className}`}
		style={{
			color: `var(--mantine-color-${color}-light-color)`,
			background: `var(--mantine-color-${color}-light)`,
		}}
		data-badge=""
		data-large={large || undefined}
	>
		{Icon && <Icon size={large ? 18 : 13} aria-hidden />}
		<span className={classes.words}>{children}</span>
	</span>
);
