import { Text, Title } from '@mantine/core';
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
				<div className={classes.head}>
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
					{actions && <div className={classes.actions}>{actions}</div>}
				</div>
				{children}
			</FormPanel>
		</section>
	);
};
