import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import type { View, ViewCreate } from '#shared/contract/platform/views.ts';
import { accountQuery } from './account.ts';
import { call } from './calls.ts';

/** Returns the calls that keep and remove a view. Both throw `ApiError`. */
export const useViewCalls = () => {
	const client = useQueryClient();
	const refresh = () => client.invalidateQueries({ queryKey: accountQuery.queryKey });
	return {
		keep: async (body: ViewCreate) => {
			await call('POST /account/views', { body });
			await refresh();
		},
		remove: async ({ id }: View) => {
			await call('DELETE /account/views/:viewId', { params: { viewId: id } });
			await refresh();
		},
	};
};

/** Returns the address of the list on screen with its filters, without the page. */
export const useViewAddress = () => {
	const { options } = useRouter();
	return useRouterState({
		select: ({ location: { pathname, search } }) =>
			`${pathname}${options.stringifySearch({ ...search, page: undefined })}`,
	});
};
