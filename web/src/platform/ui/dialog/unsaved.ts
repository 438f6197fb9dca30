import { useEffect } from 'react';

/** Input that closing a dialog or leaving the page would lose. */
export interface UnsavedInput {
	isUnsaved: () => boolean;
	/** Counts the input as saved or discarded, until the next input. */
	drop: () => void;
}

interface PageInput extends Pick<UnsavedInput, 'isUnsaved'> {
	/** Calls `goOn` at once without unsaved input, else only if the person discards it. */
	ask: (goOn: () => void) => void;
}

let pageInput: PageInput | undefined;

/** Registers the input of the page on screen. */
export const usePageInput = (input: PageInput) =>
	useEffect(() => {
		pageInput = input;
		return () => {
			if (pageInput === input) pageInput = undefined;
		};
	});

/** Asks about unsaved input of the page before an exit that is not a navigation. */
export const confirmLeaving = (goOn: () => void) => (pageInput ? pageInput.ask(goOn) : goOn());

/** Returns whether the page has unsaved input, or an open dialog that may have some. */
export const hasUnsavedInput = () =>
	pageInput?.isUnsaved() || document.querySelector('[aria-modal=true]') !== null;

/** Reasons that were typed but not sent, by the key of their form: they are there when it opens again. */
export const unsentReasons = new Map<string, string>();

/** Deletes the unsent reason of a key, after it was sent or discarded. */
export const forgetReason = (draftKey = '') => unsentReasons.delete(draftKey);
