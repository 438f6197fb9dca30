import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { NotFound, RouteError } from './platform/shell/route-error.tsx';
import { RoutePending } from './platform/shell/route-pending.tsx';
import { rememberPreviousLocation } from './platform/ui/page/back-to-list.ts';
import { routeTree } from './routeTree.gen.ts';

/** Parses search parameters as plain text (`?search=2024&page=2`), as the API does. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text));

const stringifySearch = (search: Record<string, unknown>) => {
	const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
	const text = new URLSearchParams(pairs as [string, string][]).toString();
	return text === '' ? '' : `?${text}`;
};

/** Replaces invalid percent-encoding in the address (`/admin/…/100%`), which the router cannot decode. */
const repairAddress = ({ pathname, search, hash } = globalThis.location) => {
	const repaired = pathname.replace(/%(?![0-9a-f]{2})/gi, '%25');
	if (repaired !== pathname) globalThis.history.replaceState(null, '', repaired + search + hash);
};

/** Creates the router of the console; tests pass their own history. */
export const createConsoleRouter = (queryClient: QueryClient, history?: RouterHistory) => {
	if (!history) repairAddress();
	const router = createRouter({
		routeTree,
		context: { queryClient },
		parseSearch,
		stringifySearch,
		scrollRestoration: true,
		defaultPreload: 'intent',
		// The query cache decides what is fresh.
		defaultPreloadStaleTime: 0,
		defaultGcTime: 0,
		defaultPreloadGcTime: 0,
		defaultPendingComponent: RoutePending,
		defaultPendingMs: 200,
		defaultPendingMinMs: 0,
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
