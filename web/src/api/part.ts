import { useQuery } from '@tanstack/react-query';

const AGAIN_MS = 3_000;

interface PartOptions {
	/** Fetched once this is true. */
	wanted?: boolean;
	/** Asks until it comes, where nobody could press Retry. */
	patient?: boolean;
}

/**
 * A part of the console that is fetched when it is first needed. Unlike React's `lazy`, one that
 * does not come (the connection is gone, or an update has taken its file away) ends nothing else:
 * it is a query that failed, and can be asked for again.
 * @example const part = usePart('charts', () => import('./charts.tsx'));
 */
export const usePart = <Module extends object>(
	name: string,
	load: () => Promise<Module>,
	{ wanted = true, patient = false }: PartOptions = {},
) =>
	useQuery({
		queryKey: ['part', name],
		queryFn: load,
		enabled: wanted,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: Number.POSITIVE_INFINITY,
		structuralSharing: false,
		retry: patient || 1,
		retryDelay: AGAIN_MS,
	});
