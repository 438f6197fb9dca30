import { Text, Title } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './states.module.css';

interface EmptyProps {
	icon: TablerIcon;
	title: string;
	text?: ReactNode;
	/** The next step: one button or link, two at most. */
	action?: ReactNode;
}

/** Renders a notice in place of an empty list, with the first step. */
export const Empty = ({ icon: Icon, title, text, action }: EmptyProps) => (
	<div className={classes.empty}>
		<div className={classes.emblem}>
			<Icon size={28} stroke={1.5} aria-hidden />
		</div>
		<Title order={2} size="h3">
			{title}
		</Title>
		{text && (
			<Text c="dimmed" maw="42ch" mt={4}>
				{text}
			</Text>
		)}
		{action && <div className={classes.emptyActions}>{action}</div>}
	</div>
);
