import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
	type Account,
	type accountUpdate,
	type passwordChange,
	type Session,
	sessionsPath,
} from '#shared/contract/account.ts';
import type { z } from '#shared/zod.ts';
import { accountQuery } from '../../api/account.ts';
import { fetchData, request } from '../../api/client.ts';

/** Fetches the person's sessions, last used first. */
export const sessionsQuery = queryOptions({
	queryKey: ['sessions'],
	queryFn: fetchData<Session[]>(sessionsPath),
});

/** Returns the calls that change the person's account. All throw `ApiError`. */
export const useAccountCalls = () => {
	const client = useQueryClient();
	const show = (account: Account) => {
		client.setQueryData(accountQuery.queryKey, account);
		void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
	};
	return {
		rename: async (body: z.output<typeof accountUpdate>) =>
			show((await request<Account>('/account', { method: 'PUT', body })).data),
		changePassword: async (body: z.output<typeof passwordChange>) =>
			show((await request<Account>('/account/password', { method: 'POST', body })).data),
		endSession: async (id: string) => {
			await request<null>(`${sessionsPath}/${encodeURIComponent(id)}`, { method: 'DELETE' });
			await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
		},
		endAllSessions: () => request<null>(sessionsPath, { method: 'DELETE' }),
		/** Reloads the account after the second factor was set up or removed: permissions can depend on it. */
		refresh: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
	};
};
