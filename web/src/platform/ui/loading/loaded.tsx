import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { allowChallenges } from '../../api/auth-challenge.ts';
import { UNEXPECTED } from '../../api/error-message.ts';
import { Failed } from './failed.tsx';
import { Loading } from './loading.tsx';

interface LoadedProps<Data> {
	query: Pick<UseQueryResult<Data, unknown>, 'data' | 'isError' | 'error' | 'isFetching'> & {
		refetch: () => unknown;
	};
	/** The specification's line: 'Loading subjects...'. */
	loading: string;
	/** Height of the placeholder, in pixels. */
	height?: number;
	/** The error catalogue's heading and fallback text for this screen. */
	heading?: string;
	fallback?: string;
	children: (data: Data) => ReactNode;
}

const canRetry = (error: unknown) =>
	!(error instanceof ApiError && [403, 404].includes(error.status));

const isLost = (error: unknown) => error instanceof ApiError && error.kind === 'lost';

/**
 * Renders a query: loading, failed (with Retry), or its data. Data that is there stays on screen when a refetch fails,
 * below the error unless the connection was lost.
 */
export const Loaded = <Data,>({ query, ...props }: LoadedProps<Data>) => {
	const { heading, fallback = UNEXPECTED } = props;
	const retry = () => {
		allowChallenges();
		void query.refetch();
	};
	// Without a connection, what is on screen stays as it is: the header says that it may be out of date.
	const isSilent = query.data !== undefined && isLost(query.error);
	const failed = query.isError && !isSilent && (
		<Failed
			error={query.error}
			fallback={fallback}
			heading={heading}
			retry={canRetry(query.error) ? retry : undefined}
			retrying={query.isFetching}
		/>
	);
	if (query.data === undefined) {
		return failed || <Loading text={props.loading} height={props.height} />;
	}
	return (
		<>
			{failed && <div style={{ marginBottom: 16 }}>{failed}</div>}
			{props.children(query.data)}
		</>
	);
};

/** Returns a function that refetches all failed queries on screen: one Retry for a screen with several queries. */
export const useRetryFailed = () => {
	const client = useQueryClient();
	return () => {
		allowChallenges();
		void client.refetchQueries({
			type: 'active',
			predicate: ({ state }) => state.status === 'error',
		});
	};
};

/**
 * Hides the error of a query when another query already shows its own (`isShown`); `hidden` is true if there is no data
 * either.
 */
export const hideRepeatedError = <Query extends { isError: boolean; data: unknown }>(
	query: Query,
	isShown: boolean,
) => ({
	...query,
	isError: query.isError && !isShown,
	hidden: query.isError && isShown && query.data === undefined,
});
