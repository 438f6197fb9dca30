import { queryOptions } from '@tanstack/react-query';
import { queryCall } from './calls.ts';

const REFRESH_MS = 30_000;

/** Fetches the status of the installation. */
export const statusQuery = queryOptions({
	queryKey: ['system'],
	queryFn: queryCall('GET /system'),
	refetchInterval: REFRESH_MS,
});
