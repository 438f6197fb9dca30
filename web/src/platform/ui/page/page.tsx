import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { product } from '../../../product.ts';
import classes from './page.module.css';
import { PageHeader, type PageHeaderProps } from './page-header.tsx';
import { useScreenFacts } from './screen-facts.ts';

export interface PageProps extends Omit<PageHeaderProps, 'title'> {
	/** The heading, and the title of the browser tab, if the route does not say it. May change once data is loaded. */
	title?: string;
	/** The strip of the course has the heading. */
	headless?: boolean;
	/** Identifies the screen, where the address also names a part that is open over it. */
	screen?: string;
	/** Narrow for forms; lists use the full width. */
	narrow?: boolean;
	children?: ReactNode;
}

/** Sets the title of the browser tab. */
export const setTabTitle = (title: string) => {
	document.title = `${title} · ${product}`;
};

let focusedFor: string | undefined;

/**
 * Moves the focus to the heading once per screen: not on the first load, not for a new search, and not away from a
 * field that the screen has focused.
 */
const useFocusOnArrival = (name: string | undefined) => {
	const screen = useRef<HTMLDivElement>(null);
	// Not `location`, which changes while the previous screen is still shown.
	const path = useRouterState({
		select: ({ resolvedLocation }) => resolvedLocation && (name ?? resolvedLocation.pathname),
	});
	useEffect(() => {
		if (path === undefined || path === focusedFor) return;
		const first = focusedFor === undefined;
		focusedFor = path;
		if (first || screen.current?.contains(document.activeElement)) return;
		document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
	}, [path]);
	return [screen, path] as const;
};

/** Renders a screen: its header and its content. */
export const Page = (props: PageProps) => {
	const { headless = false, screen, narrow, children, ...header } = props;
	const facts = useScreenFacts();
	const title = header.title ?? facts.title ?? '';
	const [ref, path] = useFocusOnArrival(screen);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the shell sets the title of the next address
	useEffect(() => setTabTitle(title), [title, path]);
	return (
		<div ref={ref}>
			{!headless && <PageHeader {...header} title={title} />}
			<div className={narrow ? classes.narrow : undefined}>{children}</div>
		</div>
	);
};
