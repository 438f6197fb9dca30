/** Returns the address to open after sign-in: only pages of this console or of the API reference. */
export const safeTarget = (target: string | undefined, origin = location.origin): string => {
	const url = URL.parse(target ?? '', origin);
	const inside = url?.origin === origin && /^\/(admin|api\/docs)(\/|$)/.test(url.pathname);
	return inside ? url.pathname + url.search + url.hash : '/admin';
};
