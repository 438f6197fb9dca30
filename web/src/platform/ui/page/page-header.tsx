import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page.module.css';

export interface PageHeaderProps {
	/** The heading. */
	title: string;
	/** First part of the title, on its own line on a phone. */
	lead?: string | undefined;
	/** Facts that no other part of the screen shows, or the specification's sentence. */
	subtitle?: ReactNode;
	/** The breadcrumb between the strip of the course, or the sidebar, and the screen: outermost first. */
	back?: ReactNode;
	/** Badges of the item's state, next to the title. */
	state?: ReactNode;
	/** At most two buttons, the primary one last. */
	actions?: ReactNode;
	/** The ⋯ menu with all other actions. */
	more?: ReactNode;
}

/** Splits the title into `lead` and the rest, if it starts with `lead`. */
const splitTitle = (title: string, lead: string | undefined) =>
	lead && title.startsWith(lead) ? (
		<>
			<span>{lead}</span>
			<span>{title.slice(lead.length)}</span>
		</>
	) : (
		title
	);

/** Renders the top of a screen: breadcrumb, title with state, at most two buttons, and a menu. */
export const PageHeader = (props: PageHeaderProps) => {
	const { title, lead, subtitle, back, state, actions, more } = props;
	return (
		<>
			{back && (
				<nav aria-label="Breadcrumb" className={classes.back} data-screen-only>
					{back}
				</nav>
			)}
			<div className={classes.head}>
				<div className={classes.name}>
					<Title
						order={1}
						tabIndex={-1}
						fz={{ base: '1.1875rem', xs: 'h1' }}
						lts="-0.015em"
						textWrap="balance"
						className={classes.title}
					>
						{splitTitle(title, lead)}
					</Title>
					{state && <div className={classes.state}>{state}</div>}
					{subtitle && (
						<Text c="dimmed" size="sm" lineClamp={2} className={classes.subtitle}>
							{subtitle}
						</Text>
					)}
				</div>
				{actions && (
					<div className={`optional ${classes.actions}`} data-screen-only>
						{actions}
					</div>
				)}
				{more && (
					<div className={`optional ${classes.more}`} data-screen-only>
						{more}
					</div>
				)}
			</div>
		</>
	);
};
