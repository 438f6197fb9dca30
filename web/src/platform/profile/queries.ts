import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
	type Account,
	type accountUpdate,
	type authenticatorChange,
	type NewAuthenticator,
	ownKeysPath,
	type passwordChange,
	type passwordIfAny,
	type Session,
	sessionsPath,
} from '#shared/contract/platform/profile.ts';
import { type Passkey, passkeysPath } from '#shared/contract/platform/ways-in.ts';
import type { z } from '#shared/zod.ts';
import { accountQuery } from '../api/account.ts';
import { fetchData, request } from '../api/client.ts';
import { addPasskey } from '../api/passkeys.ts';

/** Fetches the person's sessions, last used first. */
export const sessionsQuery = queryOptions({
	queryKey: ['sessions'],
	queryFn: fetchData<Session[]>(sessionsPath),
});

/** Fetches the person's passkeys, oldest first. */
export const passkeysQuery = queryOptions({
	queryKey: ['passkeys'],
	queryFn: fetchData<Passkey[]>(passkeysPath),
});

const buildPasskeyPath = (id: string) => `${passkeysPath}/${encodeURIComponent(id)}`;

/** Creates the secret of another authenticator app. Throws `ApiError`. */
export const createAuthenticator = async (body: z.output<typeof passwordIfAny>) =>
	(await request<NewAuthenticator>('/account/authenticator', { method: 'POST', body })).data;

/** Replaces the authenticator app by the one that shows this code. Throws `ApiError`. */
export const changeAuthenticator = (body: z.output<typeof authenticatorChange>) =>
	request<null>('/account/authenticator', { method: 'PUT', body });

/** Returns the calls that change the person's account. All throw `ApiError`. */
export const useAccountCalls = () => {
	const client = useQueryClient();
	const show = (account: Account) => {
		client.setQueryData(accountQuery.queryKey, account);
		void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
	};
	const refresh = () => client.invalidateQueries({ queryKey: accountQuery.queryKey });
	const showPasskeys = (passkeys: Passkey[]) =>
		client.setQueryData(passkeysQuery.queryKey, passkeys);
	return {
		rename: async (body: z.output<typeof accountUpdate>) =>
			show((await request<Account>('/account', { method: 'PUT', body })).data),
		changePassword: async (body: z.output<typeof passwordChange>) =>
			show((await request<Account>('/account/password', { method: 'POST', body })).data),
		endSession: async (id: string) => {
			await request<null>(`${sessionsPath}/${encodeURIComponent(id)}`, { method: 'DELETE' });
			await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
		},
		revokeKeys: async () => {
			await request<null>(ownKeysPath, { method: 'DELETE' });
			await client.invalidateQueries({ queryKey: accountQuery.queryKey });
		},
		addPasskey: async (name: string) => {
			showPasskeys(await addPasskey(name));
			await refresh();
		},
		renamePasskey: async (id: string, name: string) => {
			const options = { method: 'PUT', body: { name } } as const;
			showPasskeys((await request<Passkey[]>(buildPasskeyPath(id), options)).data);
		},
		removePasskey: async (id: string) => {
			await request<null>(buildPasskeyPath(id), { method: 'DELETE' });
			await client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
			await refresh();
		},
		endAllSessions: () => request<null>(sessionsPath, { method: 'DELETE' }),
		/** Reloads the account after the second factor was set up or removed: permissions can depend on it. */
		refresh,
	};
};
