import { pages } from '#shared/contract/auth-paths.ts';
import { forgetOpened } from './recently-opened.ts';

/** The form on screen. */
interface Guard {
	/** Goes on at once when nothing in it is unsaved, else when the person says so, or never. */
	ask: (goOn: () => void) => void;
	/** Stops asking about unsaved changes. */
	drop: () => void;
}

let guard: Guard | undefined;

/** A form is on screen; answers how to tell that it is there no more. */
export const registerUnsavedGuard = (next: Guard) => {
	guard = next;
	return () => {
		if (guard === next) guard = undefined;
	};
};

/** For a way out that is no navigation, and cannot be taken back: a changed form asks before it begins. */
export const confirmUnsaved = (goOn: () => void) => (guard ? guard.ask(goOn) : goOn());

/** After signing out: the page is loaded afresh, so that nothing of what was on screen remains. */
export const reloadSignedOut = () => {
	guard?.drop();
	forgetOpened();
	location.replace(pages.signIn);
};
