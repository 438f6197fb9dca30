import { type AnyRouter, useNavigate, useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
	interface HistoryState {
		/** From one item of a list to the next: the list is still where they came from. */
		onward?: boolean;
	}
}

/** Where the person was before the screen that they are on. */
let before: { pathname: string; href: string; search: Record<string, string> } | undefined;

/** Has the way to each screen remembered, for `useBackToList`. */
export const rememberPreviousLocation = (router: AnyRouter) =>
	router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
		if (pathChanged && !toLocation.state.onward) before = fromLocation as typeof before;
	});

/** The list of one of these addresses that somebody came from: its address, and how it was searched and sorted. */
export const listBehind = (...paths: readonly string[]) =>
	before && paths.includes(before.pathname) ? before : undefined;

/**
 * Leads back to the list that somebody came from, as they had searched, sorted and turned it: the usual one
 * (of `linkOptions`, which checks the address) or one of the others. From anywhere else it leads to the usual one.
 * @example const toList = useBackToList(linkOptions({ to: TOPICS, params: place }), '/admin/topics');
 */
export const useBackToList = (
	usual: { to: string; params: Readonly<Record<string, string>> },
	...others: readonly string[]
) => {
	const router = useRouter();
	const navigate = useNavigate();
	const target = { to: usual.to, params: usual.params as never };
	return () => {
		const list = listBehind(router.buildLocation(target).pathname, ...others);
		if (list) router.history.push(list.href);
		else void navigate(target);
	};
};
