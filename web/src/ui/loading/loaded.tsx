import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { allowChallenges } from '../../api/auth-challenge.ts';
import { UNEXPECTED } from '../../api/error-message.ts';
import { Failed } from './failed.tsx';
import { Loading } from './loading.tsx';
import { PageLoading } from './page-loading.ts';

interface LoadedProps<Data> {
	query: Pick<UseQueryResult<Data, unknown>, 'data' | 'isError' | 'error' | 'isFetching'> & {
		refetch: () => unknown;
	};
	/** The specification's line: 'Loading subjects...'. */
	loading: string;
	/** The shape of what is coming: `CardGridSkeleton`, `TableSkeleton`, `FormSkeleton`. */
	skeleton?: ReactNode;
	/** The catalogue's heading and fallback for this screen. */
	heading?: string;
	fallback?: string;
	children: (data: Data) => ReactNode;
}

const mayHelp = (error: unknown) =>
	!(error instanceof ApiError && [403, 404].includes(error.status));

/**
 * One thing that is fetched: loading, failed (with Retry), or there. What was there before stays on
 * screen when fetching it again fails, under a note that says so.
 */
export const Loaded = <Data,>({ query, ...props }: LoadedProps<Data>) => {
	const { heading, fallback = UNEXPECTED } = props;
	// Something else that is shown with it may still be on its way.
	const loading = useContext(PageLoading);
	const retry = () => {
		allowChallenges();
		void query.refetch();
	};
	const failed = query.isError && (
		<Failed
			error={query.error}
			fallback={fallback}
			heading={heading}
			retry={mayHelp(query.error) ? retry : undefined}
			retrying={query.isFetching}
		/>
	);
	if (query.data === undefined || loading) {
		return failed || <Loading text={props.loading}>{props.skeleton}</Loading>;
	}
	return (
		<>
			{failed && <div style={{ marginBottom: 16 }}>{failed}</div>}
			{props.children(query.data)}
		</>
	);
};

/** Asks once more for all on screen that failed: for one Retry where several things come of one screen. */
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

/** A query beside one whose failure is `told`: its own is not, and without data there is nothing to show of it. */
export const saidOnce = <Query extends { isError: boolean; data: unknown }>(
	query: Query,
	told: boolean,
) => ({
	...query,
	isError: query.isError && !told,
	hidden: query.isError && told && query.data === undefined,
});
