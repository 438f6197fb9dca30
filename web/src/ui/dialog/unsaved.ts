import { type SyntheticEvent, useEffect, useRef } from 'react';

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

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: EventTarget): target is Field =>
	target instanceof HTMLInputElement ||
	target instanceof HTMLTextAreaElement ||
	target instanceof HTMLSelectElement;

const readValue = (field: Field) =>
	field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)
		? field.checked
		: field.value;

/**
 * Tracks the input in fields inside an element: typed, chosen or dropped. A field that has its first value again, or is
 * empty again, counts as unchanged.
 */
export const useTyped = () => {
	const first = useRef(new WeakMap<EventTarget, string | boolean>());
	const changed = useRef(new Set<Element>());
	const remember = ({ target }: SyntheticEvent) => {
		if (isField(target) && !first.current.has(target)) first.current.set(target, readValue(target));
	};
	const compare = ({ target }: SyntheticEvent) => {
		if (!isField(target)) return;
		const value = readValue(target);
		if (value === '' || value === first.current.get(target)) changed.current.delete(target);
		else changed.current.add(target);
	};
	return {
		isUnsaved: () => [...changed.current].some((each) => each.isConnected),
		drop: () => changed.current.clear(),
		/** Event handlers of the element. */
		handlers: {
			onFocusCapture: remember,
			onPointerDownCapture: remember,
			onInputCapture: compare,
			onDropCapture: ({ target }: SyntheticEvent) => changed.current.add(target as Element),
		},
	};
};
