import { queryOptions } from '@tanstack/react-query';
import { queryCall } from './calls.ts';

/** Fetches all active, disabled and invited people, sorted by name. */
export const peopleQuery = queryOptions({
	queryKey: ['people'],
	queryFn: queryCall('GET /people'),
});
