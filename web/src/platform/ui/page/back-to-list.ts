import { type AnyRouter, useNavigate, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { AnyResource, PlaceOf } from '#shared/contract/content/resource.ts';
import { listLink } from '../../../addresses.ts';

declare module '@tanstack/react-router' {
	interface HistoryState {
		/** True for a step from one item of a list to the next: the previous list stays the target of Back. */
		onward?: boolean;
	}
}

/** Previous location. */
let previousLocation:
	| { pathname: string; href: string; search: Record<string, string> }
	| undefined;

/** Records the previous location, for `useBackToList`. */
export const rememberPreviousLocation = (router: AnyRouter) =>
	router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
		if (pathChanged && !toLocation.state.onward)
			previousLocation = fromLocation as typeof previousLocation;
	});

/** Returns the previous location, with its search parameters, if it is at one of these paths. */
export const listBehind = (...paths: readonly string[]) =>
	previousLocation && paths.includes(previousLocation.pathname) ? previousLocation : undefined;

/**
 * Returns the handler of a link that cancels: leads back to the screen the person came from. On the first screen, and for
 * a new tab, the link keeps its own address.
 */
export const useBackToPrevious = () => {
	const { history } = useRouter();
	return (event: MouseEvent) => {
		if (!previousLocation || event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		history.push(previousLocation.href);
	};
};

/**
 * Returns a function that leads back to the list the person came from (under the parent, across courses, or one of
 * `others`) with its search, order and page. From elsewhere it leads to the list under the parent.
 * @example const toList = useBackToList(topics, place);
 */
export const useBackToList = <R extends AnyResource>(
	resource: R,
	place: PlaceOf<R>,
	...others: readonly string[]
) => {
	const router = useRouter();
	const navigate = useNavigate();
	const target = listLink(resource, place) as { to: '/admin' };
	return () => {
		const usual = router.buildLocation(target).pathname;
		const list = listBehind(usual, `/admin/${resource.slug}`, ...others);
		if (list) router.history.push(list.href);
		else void navigate(target);
	};
};
