import { queryOptions } from '@tanstack/react-query';
import { type Person, peoplePath } from '#shared/contract/platform/people.ts';
import { fetchData } from './client.ts';

/** Fetches all active, disabled and invited people, sorted by name. */
export const peopleQuery = queryOptions({
	queryKey: ['people'],
	queryFn: fetchData<Person[]>(peoplePath),
});
