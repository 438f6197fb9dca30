import { type AnyRouter, type StaticDataRouteOption, useMatches } from '@tanstack/react-router';

interface Match {
	staticData: StaticDataRouteOption;
}

const mergeFacts = (matches: readonly Match[]): StaticDataRouteOption =>
	Object.assign({}, ...matches.map(({ staticData }) => staticData));

/** Returns what the routes of the current address say about its screen, also while the screen is loading. */
export const useScreenFacts = () => useMatches({ select: mergeFacts });

/** Returns the title of the screen at an address, before the screen is loaded. */
export const findScreenTitle = (router: AnyRouter, pathname: string) => {
	const [routes] = router.getMatchedRoutes(pathname);
	return mergeFacts(routes.map(({ options }) => ({ staticData: options.staticData ?? {} }))).title;
};
