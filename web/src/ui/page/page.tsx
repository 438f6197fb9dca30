import { Box, Group, Text, Title } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { product } from '../../product.ts';
import { PageLoading } from '../loading/loading.tsx';
import classes from './page.module.css';

export interface PageProps {
	/** The heading, and the title of the browser tab. May change once data is loaded. */
	title: string;
	/** First part of the title, on its own line on a phone. */
	lead?: string | undefined;
	subtitle?: ReactNode;
	/** The breadcrumb: `BackLink`s, outermost first. */
	back?: ReactNode;
	/** Buttons of the screen, the primary one last. */
	actions?: ReactNode;
	/** Names are still loading (`useAnyLoading`): only the loading line is shown, so that nothing shifts. */
	loading?: boolean;
	/** Identifies the screen, where the address also names a part that is open over it. */
	screen?: string;
	/** Narrow for forms; lists use the full width. */
	narrow?: boolean;
	children?: ReactNode;
}

let focusedFor: string | undefined;

/**
 * Moves the focus to the heading once per screen: not on the first load, not for a new search, and not away from a
 * field that the screen has focused.
 */
const useFocusOnArrival = (name: string | undefined) => {
	const screen = useRef<HTMLDivElement>(null);
	const heading = useRef<HTMLHeadingElement>(null);
	// Not `location`, which changes while the previous screen is still shown.
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

/** Splits the title into `lead` and the rest, if it starts with `lead`. */
const inParts = (title: string, lead: string | undefined) =>
	lead && title.startsWith(lead) ? (
		<>
			<span>{lead}</span>
			<span>{title.slice(lead.length)}</span>
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
				<nav aria-label="Breadcrumb" className={classes.back} data-screen-only>
					{back}
				</nav>
			)}
			<Group
				align="start"
				justify="space-between"
				gap="10px 24px"
				mb={{ base: 12, xs: 20 }}
				className={classes.head}
			>
				{/* Buttons wrap below a title that needs the width. */}
				<Box flex="1 1 min(100%, 40rem)" miw={0}>
					<Title
						order={1}
						ref={heading}
						tabIndex={-1}
						fz={{ base: '1.1875rem', xs: 'h1' }}
						lts="-0.015em"
						lineClamp={2}
						textWrap="balance"
						className={classes.title}
					>
						{inParts(title, lead)}
					</Title>
					{subtitle && (
						<Text c="dimmed" size="sm" mt={2} lineClamp={2} className={classes.subtitle}>
							{subtitle}
						</Text>
					)}
				</Box>
				{actions && (
					<Group gap={8} className="optional filling" data-screen-only>
						{actions}
					</Group>
				)}
			</Group>
			<PageLoading value={loading ?? false}>{children}</PageLoading>
		</div>
	);
};
