import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Permission } from '#shared/contract/access.ts';
import type { Account } from '#shared/contract/account.ts';
import { rememberAccount } from './auth-challenge.ts';
import { request } from './client.ts';

/** Who is signed in, and what they may do. Fails with 401 when nobody is. */
export const accountQuery = queryOptions({
	queryKey: ['account'],
	queryFn: async ({ signal }) => {
		const { data } = await request<Account>('/account', { signal });
		// Somebody else has signed in, in another tab: nothing on screen is theirs.
		if (!rememberAccount(data.id)) location.reload();
		return data;
	},
	staleTime: 5 * 60_000,
	gcTime: Number.POSITIVE_INFINITY,
});

/** Who is signed in. Under `/admin` it is always known: its route asks before anything is shown. */
export const useAccount = () => useQuery(accountQuery).data;

/**
 * Whether the person may do something; what they may not do is not shown. The server decides anyway.
 * @example useMay('content:write') && <Button>Add Subject</Button>
 */
export const useMay = (permission: Permission) =>
	useAccount()?.permissions.includes(permission) ?? false;
