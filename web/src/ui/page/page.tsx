import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { product } from '../../product.ts';
import classes from './page.module.css';
import { PageHeader, type PageHeaderProps } from './page-header.tsx';

export interface PageProps extends PageHeaderProps {
	/** The strip of the course has the heading. */
	headless?: boolean;
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
	return screen;
};

/** Renders a screen: its header and its content. */
export const Page = (props: PageProps) => {
	const { headless = false, screen, narrow, children, ...header } = props;
	useEffect(() => {
		document.title = `${header.title} · ${product}`;
	}, [header.title]);
	return (
		<div ref={useFocusOnArrival(screen)}>
			{!headless && <PageHeader {...header} />}
			<div className={narrow ? classes.narrow : undefined}>{children}</div>
		</div>
	);
};
