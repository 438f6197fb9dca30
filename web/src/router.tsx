import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { NotFound, RouteError } from './shell/route-error.tsx';
import { rememberPreviousLocation } from './ui/page/back-to-list.ts';

/** Parses search parameters as plain text (`?search=2024&page=2`), as the API does. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text));

const stringifySearch = (search: Record<string, unknown>) => {
	const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
	const text = new URLSearchParams(pairs as [string, string][]).toString();
	return text === '' ? '' : `?${text}`;
};

/** Creates the router of the console; tests pass their own history. */
export const createConsoleRouter = (queryClient: QueryClient, history?: RouterHistory) => {
	const router = createRouter({
		routeTree,
		context: { queryClient },
		parseSearch,
		stringifySearch,
		scrollRestoration: true,
		defaultPreload: 'intent',
		// The query cache decides what is fresh.
		defaultPreloadStaleTime: 0,
		defaultStructuralSharing: true,
		defaultErrorComponent: RouteError,
		defaultNotFoundComponent: NotFound,
		...(history && { history }),
	});
	rememberPreviousLocation(router);
	return router;
};

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

declare module '@tanstack/react-router' {
	interface Register {
		router: ConsoleRouter;
	}
}
