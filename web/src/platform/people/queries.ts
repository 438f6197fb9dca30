import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Person, personCreate, personUpdate } from '#shared/contract/platform/people.ts';
import type { z } from '#shared/zod.ts';
import type { Attempt } from '../api/attempt.ts';
import { fetchCall, queryCall, sendCall } from '../api/calls.ts';
import { peopleQuery } from '../api/people.ts';

/** A row of the list of people. */
export type PersonRow = Person & { self: boolean };

/** Fetches a person's active links and keys for others. */
export const buildIssuedCredentialsQuery = (id: string) =>
	queryOptions({
		queryKey: ['issued-credentials', id],
		queryFn: queryCall('GET /people/:personId/credentials', { params: { personId: id } }),
		staleTime: 0,
		gcTime: 0,
	});

/** Fetches the ways in which a person can sign in. */
export const buildWaysInQuery = (id: string) =>
	queryOptions({
		queryKey: ['ways-in', id],
		queryFn: queryCall('GET /people/:personId/ways-in', { params: { personId: id } }),
		staleTime: 0,
		gcTime: 0,
	});

const ARRIVED =
	'Your first attempt invited this person with other details. Find them in the list. Their menu has a new link.';

/** Returns the calls that change people and update the list. All throw `ApiError`. */
export const usePeopleCalls = () => {
	const client = useQueryClient();
	const refresh = () => void client.invalidateQueries({ queryKey: peopleQuery.queryKey });
	const thenRefresh = async <T>(made: Promise<T>) => {
		const data = await made;
		refresh();
		return data;
	};
	const toParams = (personId: string) => ({ params: { personId } });
	return {
		invite: (body: z.output<typeof personCreate>, attempt: Attempt) =>
			sendCall('POST /people', { body }, attempt, ARRIVED).finally(refresh),
		update: (id: string, body: z.output<typeof personUpdate>) =>
			thenRefresh(fetchCall('PUT /people/:personId', { ...toParams(id), body })),
		link: (id: string) => thenRefresh(fetchCall('POST /people/:personId/link', toParams(id))),
		endSessions: (id: string) =>
			thenRefresh(fetchCall('DELETE /people/:personId/sessions', toParams(id))),
		endSecondFactor: (id: string) =>
			thenRefresh(fetchCall('DELETE /people/:personId/second-factor', toParams(id))),
		endWayIn: async (id: string, way: string) => {
			const sent = { params: { personId: id, way } };
			const made = thenRefresh(fetchCall('DELETE /people/:personId/ways-in/:way', sent));
			client.setQueryData(buildWaysInQuery(id).queryKey, await made);
		},
		uninvite: (id: string) => thenRefresh(fetchCall('DELETE /people/:personId', toParams(id))),
	};
};
