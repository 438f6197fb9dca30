import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
	type IssuedCredentials,
	type OneTimeLink,
	type Person,
	peoplePath,
	type personCreate,
	type personUpdate,
} from '#shared/contract/platform/people.ts';
import type { WaysIn } from '#shared/contract/platform/ways-in.ts';
import type { z } from '#shared/zod.ts';
import { type Attempt, sendOnce } from '../api/attempt.ts';
import { fetchData, request } from '../api/client.ts';
import { peopleQuery } from '../api/people.ts';

/** A row of the list of people. */
export type PersonRow = Person & { self: boolean };

const buildPath = (id: string) => `${peoplePath}/${encodeURIComponent(id)}`;

/** Fetches a person's active links and keys for others. */
export const buildIssuedCredentialsQuery = (id: string) =>
	queryOptions({
		queryKey: ['issued-credentials', id],
		queryFn: fetchData<IssuedCredentials>(`${buildPath(id)}/credentials`),
		staleTime: 0,
		gcTime: 0,
	});

/** Fetches the ways in which a person can sign in. */
export const buildWaysInQuery = (id: string) =>
	queryOptions({
		queryKey: ['ways-in', id],
		queryFn: fetchData<WaysIn>(`${buildPath(id)}/ways-in`),
		staleTime: 0,
		gcTime: 0,
	});

const ARRIVED =
	'Your first attempt invited this person with other details. Find them in the list. Their menu has a new link.';

/** Returns the calls that change people and update the list. All throw `ApiError`. */
export const usePeopleCalls = () => {
	const client = useQueryClient();
	const refresh = () => void client.invalidateQueries({ queryKey: peopleQuery.queryKey });
	const call = async <T>(path: string, method: 'POST' | 'PUT' | 'DELETE', body?: unknown) => {
		const { data } = await request<T>(path, { method, body });
		refresh();
		return data;
	};
	return {
		invite: (body: z.output<typeof personCreate>, attempt: Attempt) =>
			sendOnce<{ person: Person; link: OneTimeLink }>(peoplePath, body, attempt, ARRIVED).finally(
				refresh,
			),
		update: (id: string, body: z.output<typeof personUpdate>) =>
			call<Person>(buildPath(id), 'PUT', body),
		link: (id: string) => call<OneTimeLink>(`${buildPath(id)}/link`, 'POST'),
		endSessions: (id: string) => call<null>(`${buildPath(id)}/sessions`, 'DELETE'),
		endSecondFactor: (id: string) => call<null>(`${buildPath(id)}/second-factor`, 'DELETE'),
		endWayIn: async (id: string, way: string) => {
			const path = `${buildPath(id)}/ways-in/${encodeURIComponent(way)}`;
			client.setQueryData(buildWaysInQuery(id).queryKey, await call<WaysIn>(path, 'DELETE'));
		},
		uninvite: (id: string) => call<null>(buildPath(id), 'DELETE'),
	};
};
