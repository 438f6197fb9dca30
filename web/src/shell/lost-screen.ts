/**
 * A screen's file that does not come: the connection is gone, or the console has been updated and
 * the file with it. The router would reload the page at once, which without a connection is the end
 * of the console; here the page stays, and is reloaded when the server answers.
 */

const KEY = 'ufundi.reloaded';
/** Sooner than this a reload that did not help is not tried again by itself. */
const PATIENCE_MS = 60_000;

let lost = false;

/** Whether a file has not come since the page was loaded. */
export const isLost = () => lost;

/** Hears of files that do not come, from Vite's own event (its guide "Load Error Handling"). */
export const hearOfLostFiles = () =>
	window.addEventListener('vite:preloadError', (event) => {
		// What asked for it fails all the same, but with an error that does not make the router reload.
		event.preventDefault();
		lost = true;
	});

const reachable = async () => {
	try {
		return (await fetch('/healthz', { cache: 'no-store' })).ok;
	} catch {
		return false;
	}
};

/** Reloads the page if the server answers. Resolves to false when it does not. */
export const reload = async (): Promise<boolean> => {
	if (!(await reachable())) return false;
	sessionStorage.setItem(KEY, String(Date.now()));
	location.reload();
	return true;
};

/** The same without being asked, unless that has just been tried. */
export const reloadOnce = async () => {
	const last = Number(sessionStorage.getItem(KEY) ?? 0);
	if (Date.now() - last > PATIENCE_MS) await reload();
};
