import { useQueryClient } from '@tanstack/react-query';
import { allowChallenges } from '../api/auth-challenge.ts';

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
