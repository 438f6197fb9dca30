import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type {
	Account,
	accountUpdate,
	authenticatorChange,
	passwordChange,
	passwordIfAny,
} from '#shared/contract/platform/profile.ts';
import type { Passkey } from '#shared/contract/platform/ways-in.ts';
import type { z } from '#shared/zod.ts';
import { accountQuery } from '../api/account.ts';
import { call, fetchCall, queryCall } from '../api/calls.ts';
import { addPasskey } from '../api/passkeys.ts';

/** Fetches the person's sessions, last used first. */
export const sessionsQuery = queryOptions({
	queryKey: ['sessions'],
	queryFn: queryCall('GET /account/sessions'),
});

/** Fetches the person's passkeys, oldest first. */
export const passkeysQuery = queryOptions({
	queryKey: ['passkeys'],
	queryFn: queryCall('GET /account/passkeys'),
});

/** Creates the secret of another authenticator app. Throws `ApiError`. */
export const createAuthenticator = (body: z.output<typeof passwordIfAny>) =>
	fetchCall('POST /account/authenticator', { body });

/** Replaces the authenticator app by the one that shows this code. Throws `ApiError`. */
export const changeAuthenticator = (body: z.output<typeof authenticatorChange>) =>
	call('PUT /account/authenticator', { body });

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
			show(await fetchCall('PUT /account', { body })),
		changePassword: async (body: z.output<typeof passwordChange>) =>
			show(await fetchCall('POST /account/password', { body })),
		endSession: async (id: string) => {
			await call('DELETE /account/sessions/:sessionId', { params: { sessionId: id } });
			await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
		},
		revokeKeys: async () => {
			await call('DELETE /account/keys');
			await client.invalidateQueries({ queryKey: accountQuery.queryKey });
		},
		addPasskey: async (name: string) => {
			showPasskeys(await addPasskey(name));
			await refresh();
		},
		renamePasskey: async (id: string, name: string) => {
			const sent = { params: { passkeyId: id }, body: { name } };
			showPasskeys(await fetchCall('PUT /account/passkeys/:passkeyId', sent));
		},
		removePasskey: async (id: string) => {
			await call('DELETE /account/passkeys/:passkeyId', { params: { passkeyId: id } });
			await client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
			await refresh();
		},
		endAllSessions: () => call('DELETE /account/sessions'),
		/** Reloads the account after the second factor was set up or removed: permissions can depend on it. */
		refresh,
	};
};
