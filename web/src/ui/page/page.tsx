import { Text, Title } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { product } from '../../product.ts';
import { PageLoading } from '../loading/page-loading.ts';
import classes from './page.module.css';

export interface PageProps {
	/** The heading, and the title of the browser's tab. It may change once data is there. */
	title: string;
	/** First part of the title, on its own line on a phone. */
	lead?: string | undefined;
	subtitle?: ReactNode;
	/** The breadcrumb: `BackLink`s, outermost first. */
	back?: ReactNode;
	/** Buttons of the screen, the primary one last. */
	actions?: ReactNode;
	/** Its names are not all there yet (`useAnyLoading`): but for the loading line, what they would move is not seen. */
	loading?: boolean;
	/** Tells it from the screens beside it, where its address names more than that: what is open over it. */
	screen?: string;
	/** A form is read in a narrow column, a list takes the room there is. */
	narrow?: boolean;
	children?: ReactNode;
}

let focusedFor: string | undefined;

/**
 * Moves the focus to the heading once for each screen, but not on the first load, not for a new
 * search, and not away from a field that the screen has put it in.
 */
const useFocusOnArrival = (name: string | undefined) => {
	const screen = useRef<HTMLDivElement>(null);
	const heading = useRef<HTMLHeadingElement>(null);
	// Not `location`: that is the next one already while the screen before is still there.
	const path = useRouterState({
		select: ({ resolvedLocation }) => resolvedLocation && (name ?? resolvedLocation.pathname),
	});
	useEffect(() => {
		if (path === undefined || path === focusedFor) return;
		const first = focusedFor === undefined;
		focusedFor = path;
		if (first || screen.current?.contains(document.activeElement)) return;
		heading.current?.focus({ preventScroll: true });
	}, [path]);
	return { screen, heading };
};

/** The title in its two parts, if it has two. */
const inParts = (title: string, lead: string | undefined) =>
	lead && title.startsWith(lead) ? (
		<>
			<span className={classes.part}>{lead}</span>
			<span className={classes.part}>{title.slice(lead.length)}</span>
		</>
	) : (
		title
	);

/** Renders a screen: back links, heading, actions and content. */
export const Page = (props: PageProps) => {
	const { title, lead, subtitle, back, actions, loading, narrow, children } = props;
	const { screen, heading } = useFocusOnArrival(props.screen);
	useEffect(() => {
		document.title = `${title} · ${product}`;
	}, [title]);
	return (
		<div
			ref={screen}
			className={narrow ? classes.narrow : undefined}
			data-page-loading={loading || undefined}
		>
			{back && (
				<nav aria-label="Breadcrumb" className={classes.back}>
					{back}
				</nav>
			)}
			<div className={classes.head}>
				<div className={classes.words}>
					<Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
						{inParts(title, lead)}
					</Title>
					{subtitle && (
						<Text c="dimmed" size="sm" mt={2} className={classes.subtitle}>
							{subtitle}
						</Text>
					)}
				</div>
				{actions && <div className={classes.actions}>{actions}</div>}
			</div>
			<PageLoading value={loading ?? false}>{children}</PageLoading>
		</div>
	);
};
