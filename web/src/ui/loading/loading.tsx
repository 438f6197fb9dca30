import { Group, Loader } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type CSSProperties, createContext, type ReactNode } from 'react';
import classes from './loading.module.css';

interface LoadingProps {
	/** The specification's line: 'Loading subjects...'. */
	text: string;
	/** A skeleton of the content, so that the layout does not shift. */
	children?: ReactNode;
}

/** Renders the loading line over a skeleton. */
export const Loading = ({ text, children }: LoadingProps) => (
	<div className={classes.loading} data-loading>
		<Group
			component="p"
			gap={10}
			wrap="nowrap"
			px="md"
			py={8}
			fz="sm"
			bg="var(--ufundi-surface)"
			bd="1px solid var(--ufundi-line)"
			bdrs={999}
			className={classes.words}
			role="status"
		>
			<Loader size={14} aria-hidden />
			{text}
		</Group>
		<div aria-hidden>{children}</div>
	</div>
);

/**
 * Renders a placeholder of the given size. A plain element: with dozens of Mantine's, they would take a tenth of the
 * time that a phone needs to render a screen.
 */
export const Skeleton = (style: CSSProperties) => (
	<div className={classes.skeleton} style={style} />
);

/** Renders a thin progress line at the top; visible after 300 ms. */
export const ProgressLine = () => (
	<div className={classes.progress} role="progressbar" aria-label="Loading" />
);

/** A query that may still be loading. */
export type AwaitedQuery = Pick<UseQueryResult<unknown, unknown>, 'isPending' | 'failureCount'>;

/**
 * Returns whether a query of the page is still loading for the first time. A page shows its content once all are
 * loaded, because a late name in the heading would shift the layout; a query that failed and is being retried does not
 * count.
 * @example const loading = useAnyLoading(course, list); … <Page loading={loading}>
 */
export const useAnyLoading = (...queries: readonly AwaitedQuery[]) =>
	queries.some(({ isPending, failureCount }) => isPending && failureCount === 0);

/** Tells every `Loaded` of a `Page` that the page is still loading. */
export const PageLoading = createContext(false);
