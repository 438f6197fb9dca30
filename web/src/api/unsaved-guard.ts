import { pages } from '#shared/contract/auth-paths.ts';
import { forgetOpened } from './recently-opened.ts';

/** The guard of the form on screen. */
interface Guard {
	/** Calls `goOn` at once without unsaved changes, else only if the person agrees to discard them. */
	ask: (goOn: () => void) => void;
	isUnsaved: () => boolean;
	/** Stops asking about unsaved changes. */
	drop: () => void;
}

let guard: Guard | undefined;

/** Registers the guard of the form on screen; returns the cleanup function. */
export const registerUnsavedGuard = (next: Guard) => {
	guard = next;
	return () => {
		if (guard === next) guard = undefined;
	};
};

/** Asks about unsaved changes before an exit that is not a navigation and cannot be undone. */
export const confirmUnsaved = (goOn: () => void) => (guard ? guard.ask(goOn) : goOn());

/** Returns whether the screen has unsaved changes, or an open dialog that may have some. */
export const hasUnsavedInput = () =>
	guard?.isUnsaved() || document.querySelector('[aria-modal=true]') !== null;

/** Loads the sign-in page after signing out, so that nothing of the session remains in memory. */
export const reloadSignedOut = () => {
	guard?.drop();
	forgetOpened();
	location.replace(pages.signIn);
};
