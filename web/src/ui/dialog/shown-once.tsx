import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../copy-button.tsx';
import classes from './shown-once.module.css';

interface ShownOnceProps {
	/** The name of the secret: 'Link', 'Key'. */
	label: string;
	value: string;
	/** The expiry, and a note that the secret will not be shown again. */
	children: ReactNode;
}

/** Renders a secret that is shown only once, with a button that copies it. */
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
