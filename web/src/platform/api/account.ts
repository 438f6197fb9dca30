import {
	type QueryClient,
	QueryObserver,
	queryOptions,
	useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Permission } from '#shared/contract/platform/access.ts';
import type { Account } from '#shared/contract/platform/profile.ts';
import { rememberAccount } from './auth-challenge.ts';
import { fetchCall, queryCall } from './calls.ts';

/** Fetches the signed-in person and their permissions. Fails with 401 without a session. */
export const accountQuery = queryOptions({
	queryKey: ['account'],
	queryFn: async ({ signal }) => {
		const data = await fetchCall('GET /account', { signal });
		rememberAccount(data.id);
		return data;
	},
	staleTime: 30_000,
	gcTime: Number.POSITIVE_INFINITY,
});

/** Forgets the person whom the page shows, after another one has signed in. */
export const forgetAccount = (client: QueryClient) => {
	rememberAccount(undefined);
	client.removeQueries({ queryKey: accountQuery.queryKey });
};

/** Fetches public information about the site, without a session. */
export const siteQuery = queryOptions({
	queryKey: ['site'],
	queryFn: queryCall('GET /site'),
});

type Watch = QueryObserver['subscribe'];
const watches = new WeakMap<QueryClient, Watch>();

/** Returns the subscription to the account: one observer for all who ask, because each row of a list asks often. */
const watchAccount = (client: QueryClient): Watch => {
	const known = watches.get(client);
	if (known) return known;
	const observer = new QueryObserver(client, accountQuery);
	const watch: Watch = (listener) => {
		// The account may have been removed from the cache since the last listener left.
		if (!observer.hasListeners()) observer.setOptions(accountQuery);
		return observer.subscribe(listener);
	};
	watches.set(client, watch);
	return watch;
};

/**
 * Reads the account again when the window gets the focus, and on a change of screen when it is stale: an administrator
 * may have changed the role.
 */
export const useWatchAccount = (screen: string) => {
	const client = useQueryClient();
	useEffect(() => {
		if (screen) void client.prefetchQuery(accountQuery);
	}, [client, screen]);
	useEffect(() => {
		const readAgain = () => void client.invalidateQueries({ queryKey: accountQuery.queryKey });
		window.addEventListener('focus', readAgain);
		return () => window.removeEventListener('focus', readAgain);
	}, [client]);
};

/** Returns the signed-in person. The `/admin` route loads the account before it renders. */
export const useAccount = () => {
	const client = useQueryClient();
	return useSyncExternalStore(watchAccount(client), () =>
		client.getQueryData(accountQuery.queryKey),
	);
};

/**
 * Returns whether the person has a permission, to hide what they may not do; the server checks again.
 * @example useMay('content:write') && <Button>Add Subject</Button>
 */
export const useMay = (permission: Permission) =>
	useAccount()?.permissions.includes(permission) ?? false;

/** A part of the product that may be off. */
export type PartName = Account['parts'][number];

/** Returns whether a part is on; true while the account is loading. */
export const usePart = (name: PartName) => useAccount()?.parts.includes(name) ?? true;
