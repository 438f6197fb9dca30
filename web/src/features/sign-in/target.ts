/** Where a sign-in leads: the page one came from, and never anywhere but into this console. */
export const safeTarget = (asked: string | undefined, origin = location.origin): string => {
	const url = URL.parse(asked ?? '', origin);
	const inside = url?.origin === origin && /^\/admin(\/|$)/.test(url.pathname);
	return inside ? url.pathname + url.search + url.hash : '/admin';
};
