import type { ReactNode } from 'react';
import classes from './badge.module.css';

interface BadgeProps {
	color: 'brand' | 'gray' | 'yellow' | 'red' | 'blue' | 'grape';
	/** Before the words; 13 px in a list. */
	icon?: ReactNode;
	large?: boolean | undefined;
	className?: string | undefined;
	children: ReactNode;
}

/** A state in a word or two. A plain element, since lists have one or two in each row (docs/decisions/0116). */
export const Badge = ({ color, icon, large, className = '', children }: BadgeProps) => (
	<span
		className={`${classes.badge} ${classes[color]} ${className}`}
		data-badge=""
		data-large={large || undefined}
	>
		{icon}
		<span className={classes.words}>{children}</span>
	</span>
);
