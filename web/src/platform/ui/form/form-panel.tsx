import { Box, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './form.module.css';

/** Renders the box of a page's form. */
export const FormPanel = ({ children }: { children: ReactNode }) => (
	<div className={classes.panel}>{children}</div>
);

/** Renders short fields side by side, where there is room. */
export const FieldColumns = ({ children }: { children: ReactNode }) => (
	<div className={classes.columns}>{children}</div>
);

interface SettingsPanelProps {
	title: string;
	text?: ReactNode;
	/** Buttons of the panel. */
	actions?: ReactNode;
	children?: ReactNode;
}

/** Renders a group of settings with its state and actions. */
export const SettingsPanel = ({ title, text, actions, children }: SettingsPanelProps) => {
	const id = useId();
	return (
		<section aria-labelledby={id}>
			<FormPanel>
				<Group justify="space-between" align="flex-start" gap="12px 24px">
					<Box flex="1 1 260px" miw={0}>
						<Title order={2} size="h3" id={id}>
							{title}
						</Title>
						{text && (
							<Text c="dimmed" mt={4}>
								{text}
							</Text>
						)}
					</Box>
					{actions && <Group gap={8}>{actions}</Group>}
				</Group>
				{children}
			</FormPanel>
		</section>
	);
};
