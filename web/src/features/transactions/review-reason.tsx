import '@mantine/core/styles/Tooltip.css';
import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './transactions.module.css';

/** What needs a look, with the reason for whoever points at it, touches it or comes by keyboard. */
export const ReviewReason = ({ why, children }: { why: string; children: ReactNode }) => (
	<Tooltip label={why} multiline w={280} events={{ hover: true, focus: true, touch: true }}>
		{/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reachable by keyboard */}
		<span className={classes.review} tabIndex={0}>
			{children}
		</span>
	</Tooltip>
);
