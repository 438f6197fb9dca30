import { Text, Title } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { product } from '../product.ts';
import classes from './page.module.css';

interface PageProps {
	/** The heading, and the title of the browser's tab. It may change once data is there. */
	title: string;
	subtitle?: ReactNode;
	/** `BackLink`s, in the order of the specification. */
	back?: ReactNode;
	/** What can be done here, the most likely last. */
	actions?: ReactNode;
	/** A form is read in a narrow column, a list takes the room there is. */
	narrow?: boolean;
	children?: ReactNode;
}

let focusedFor: string | undefined;

/** Moves the focus to the heading once for each screen, but not on the first load or a new search. */
const useFocusOnArrival = () => {
	const heading = useRef<HTMLHeadingElement>(null);
	const path = useRouterState({ select: ({ location }) => location.pathname });
	useEffect(() => {
		const arrived = focusedFor !== undefined && focusedFor !== path;
		focusedFor = path;
		if (arrived) heading.current?.focus({ preventScroll: true });
	}, [path]);
	return heading;
};

/** One screen: its heading, the ways back, what can be done, and its content. */
export const Page = ({ title, subtitle, back, actions, narrow, children }: PageProps) => {
	const heading = useFocusOnArrival();
	useEffect(() => {
		document.title = `${title} · ${product}`;
	}, [title]);
	return (
		<div className={narrow ? classes.narrow : undefined}>
			{back && <div className={classes.back}>{back}</div>}
			<div className={classes.head}>
				<div className={classes.words}>
					<Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
						{title}
					</Title>
					{subtitle && (
						<Text c="dimmed" mt={4}>
							{subtitle}
						</Text>
					)}
				</div>
				{actions && <div className={classes.actions}>{actions}</div>}
			</div>
			{children}
		</div>
	);
};
