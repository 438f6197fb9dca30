import { type AnyRouter, useNavigate, useRouter } from '@tanstack/react-router';
import type { AnyResource, PlaceOf } from '#shared/contract/resource.ts';
import { listAt } from '../../addresses.ts';

declare module '@tanstack/react-router' {
	interface HistoryState {
		/** From one item of a list to the next: the list is still where they came from. */
		onward?: boolean;
	}
}

/** Previous location. */
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
 * Leads back to the list of a kind that somebody came from, as they had searched, sorted and turned it: that under its
 * parent, that of all courses, or one of the others. From anywhere else it leads to the one under its parent.
 * @example const toList = useBackToList(topics, place);
 */
export const useBackToList = <R extends AnyResource>(
	resource: R,
	place: PlaceOf<R>,
	...others: readonly string[]
) => {
	const router = useRouter();
	const navigate = useNavigate();
	const target = listAt(resource, place) as { to: '/admin' };
	return () => {
		const usual = router.buildLocation(target).pathname;
		const list = listBehind(usual, `/admin/${resource.word}`, ...others);
		if (list) router.history.push(list.href);
		else void navigate(target);
	};
};
