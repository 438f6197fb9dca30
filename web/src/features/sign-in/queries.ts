import { queryOptions } from '@tanstack/react-query';
import type { LinkOwner, Site } from '#shared/contract/account.ts';
import { fetchData, request } from '../../api/client.ts';
import { retryTimes } from '../../api/retry.ts';

/** Fetches public information about the site, without a session. */
export const siteQuery = queryOptions({
	queryKey: ['site'],
	queryFn: fetchData<Site>('/site'),
});

/** Fetches the owner of a link; 400 for an invalid, used or expired link. */
export const linkQuery = (token: string) =>
	queryOptions({
		queryKey: ['link', token],
		queryFn: async ({ signal }) => {
			const options = { method: 'POST', body: { token }, signal } as const;
			return (await request<LinkOwner>('/links/look', options)).data;
		},
		retry: retryTimes(2),
		staleTime: Number.POSITIVE_INFINITY,
	});
