import { useQuery } from '@tanstack/react-query';

const AGAIN_MS = 3_000;

interface PartOptions {
	/** Loads the part once true. */
	wanted?: boolean;
	/** Retries until it succeeds, for parts without a Retry button. */
	patient?: boolean;
}

/**
 * Loads a part of the console when it is first needed. Unlike with React's `lazy`, a failure (the connection is lost,
 * or an update has removed the file) is a failed query, which can be retried.
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
