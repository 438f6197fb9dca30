import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dashboard.module.css';

interface PanelProps {
	title: string;
	/** At the end of its title. */
	aside?: ReactNode;
	className?: string | undefined;
	children: ReactNode;
}

/** A part of a section, on a surface and under a heading of its own. */
export const Panel = ({ title, aside, className = '', children }: PanelProps) => (
	<div className={`${classes.panel} ${className}`}>
		<div className={classes.panelHead}>
			<Title order={3} size="h4">
				{title}
			</Title>
			{aside}
		</div>
		{children}
	</div>
);
