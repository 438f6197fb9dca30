import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { FormPanel } from '../../ui/form/form-panel.tsx';
import classes from './account.module.css';

interface SectionProps {
	title: string;
	text?: ReactNode;
	/** What can be done here. */
	actions?: ReactNode;
	children?: ReactNode;
}

/** One matter of the account: what it is, and what can be done about it. */
export const Section = ({ title, text, actions, children }: SectionProps) => {
	const id = useId();
	return (
		<section aria-labelledby={id}>
			<FormPanel>
				<Group justify="space-between" align="flex-start" gap="12px 24px">
					<div className={classes.words}>
						<Title order={2} size="h3" id={id}>
							{title}
						</Title>
						{text && (
							<Text c="dimmed" mt={4}>
								{text}
							</Text>
						)}
					</div>
					{actions && <Group gap={8}>{actions}</Group>}
				</Group>
				{children}
			</FormPanel>
		</section>
	);
};
