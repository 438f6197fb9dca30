import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page.module.css';

export interface PageHeaderProps {
	/** The heading. */
	title: string;
	/** The part of the title that no strip or breadcrumb shows; screen readers read the whole title. */
	shown?: string | undefined;
	/** Facts that no other part of the screen shows, or the specification's sentence. */
	subtitle?: ReactNode;
	/** The breadcrumb before the title: outermost first. */
	back?: ReactNode;
	/** Badges of the item's state, next to the title. */
	state?: ReactNode;
	/** The search and the view of the list, before the buttons. */
	tools?: ReactNode;
	/** At most two buttons, the primary one last. */
	actions?: ReactNode;
	/** The ⋯ menu with all other actions. */
	more?: ReactNode;
}

/** Hides the parts of the title before and after `shown`, except from screen readers. */
const splitTitle = (title: string, shown: string) => {
	if (!shown) return title;
	const [before = '', after = ''] = title.split(shown);
	return (
		<>
			{before && <span className="unseen">{before}</span>}
			{shown}
			{after && <span className="unseen">{after}</span>}
		</>
	);
};

/** Renders the top of a screen in one line: breadcrumb, title with state, search, at most two buttons, and a menu. */
export const PageHeader = (props: PageHeaderProps) => {
	const { title, shown = title, subtitle, back, state, tools, actions, more } = props;
	return (
		<div className={classes.head}>
			<div className={classes.name}>
				{back && (
					<nav
						aria-label="Breadcrumb"
						className={`${classes.steps} ${classes.back}`}
						data-screen-only
					>
						{back}
					</nav>
				)}
				<Title
					order={1}
					tabIndex={-1}
					fz={{ base: '1.1875rem', xs: 'h1' }}
					lts="-0.015em"
					textWrap="balance"
					className={shown ? classes.title : 'unseen'}
				>
					{splitTitle(title, shown)}
				</Title>
				{state && <div className={classes.state}>{state}</div>}
				{subtitle && (
					<Text c="dimmed" size="sm" lineClamp={2} className={classes.subtitle}>
						{subtitle}
					</Text>
				)}
			</div>
			{tools && <div className={classes.tools}>{tools}</div>}
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
	);
};
