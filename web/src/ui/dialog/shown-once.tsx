import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../copy-button.tsx';
import classes from './shown-once.module.css';

interface ShownOnceProps {
	/** What it is: 'Link', 'Key'. */
	label: string;
	value: string;
	/** How long it works, and that it will not be shown again. */
	children: ReactNode;
}

/** A secret that is shown this one time, to be copied. */
export const ShownOnce = ({ label, value, children }: ShownOnceProps) => (
	<div>
		<Text size="sm" fw={550} mb={4}>
			{label}
		</Text>
		<div className={classes.box}>
			<span className={classes.value}>{value}</span>
			<CopyButton value={value} label={`Copy the ${label.toLowerCase()}`} />
		</div>
		<Text size="sm" c="dimmed" mt={8}>
			{children}
		</Text>
	</div>
);
