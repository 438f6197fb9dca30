import { type AnyRouter, useNavigate, useRouter } from '@tanstack/react-router';

/** Where the person was before the screen that they are on. */
let before: { pathname: string; href: string } | undefined;

/** Has the way to each screen remembered, for `useBackToList`. */
export const rememberPreviousLocation = (router: AnyRouter) =>
	router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
		if (pathChanged) before = fromLocation;
	});

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
		const lists = [router.buildLocation(target).pathname, ...others];
		if (before && lists.includes(before.pathname)) router.history.push(before.href);
		else void navigate(target);
	};
};
