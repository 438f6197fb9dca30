import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './trends.module.css';

/** A sentence about what is wrong, and what to do. */
export const Warning = ({ children }: { children: string }) => (
	<Text size="sm" className={classes.warning}>
		<IconAlertTriangle size={16} aria-hidden />
		{children}
	</Text>
);
