/** Where a sign-in leads: the page one came from, and never anywhere but into this console or the description of its API. */
export const safeTarget = (asked: string | undefined, origin = location.origin): string => {
	const url = URL.parse(asked ?? '', origin);
	const inside = url?.origin === origin && /^\/(admin|api\/docs)(\/|$)/.test(url.pathname);
	return inside ? url.pathname + url.search + url.hash : '/admin';
};
