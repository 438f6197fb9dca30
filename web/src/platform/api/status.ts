import { queryOptions } from '@tanstack/react-query';
import type { SystemStatus } from '#shared/contract/platform/system.ts';
import { fetchData } from './client.ts';

const REFRESH_MS = 30_000;

/** Fetches the status of the installation. */
export const statusQuery = queryOptions({
	queryKey: ['system'],
	queryFn: fetchData<SystemStatus>('/system'),
	refetchInterval: REFRESH_MS,
});
