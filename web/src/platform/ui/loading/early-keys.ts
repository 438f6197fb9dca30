import { useLayoutEffect } from 'react';

/** Longer than the code of a dialog takes to load; after it the keyboard is free again. */
const PATIENCE_MS = 10_000;

/** Characters typed since a dialog was opened, until it takes the focus; undefined if none is opening. */
let typed: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

const isCommand = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
	ctrlKey || metaKey || altKey || /^F\d/.test(key);

const keepKey = (event: KeyboardEvent) => {
	if (isCommand(event)) return;
	event.preventDefault();
	event.stopImmediatePropagation();
	if (event.key.length === 1) typed += event.key;
};

const insertText = (field: Element, text: string) => {
	const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
	// Null for a checkbox or a button.
	if (text === '' || !isText || field.readOnly || field.selectionStart === null) return;
	field.setRangeText(text, field.selectionStart, field.selectionEnd ?? 0, 'end');
	field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
};

const passKeys = ({ target }: FocusEvent) => {
	if (!(target instanceof Element) || !target.closest('[role=dialog]')) return;
	const text = typed ?? '';
	releaseKeys();
	// After the handlers of the focus, which note the first value of the field.
	queueMicrotask(() => insertText(target, text));
};

/** Gives the keyboard back to the page: the dialog has the focus, was closed or could not be loaded. */
export const releaseKeys = () => {
	typed = undefined;
	clearTimeout(timer);
	window.removeEventListener('keydown', keepKey, true);
	window.removeEventListener('focusin', passKeys, true);
	window.removeEventListener('pointerdown', releaseKeys, true);
};

const catchKeys = () => {
	if (typed !== undefined) return;
	typed = '';
	timer = setTimeout(releaseKeys, PATIENCE_MS);
	window.addEventListener('keydown', keepKey, true);
	window.addEventListener('focusin', passKeys, true);
	window.addEventListener('pointerdown', releaseKeys, true);
};

/**
 * Catches what is typed between the click that opens a dialog and the moment when the dialog has the focus, and types
 * it into the field that takes the focus. Other keys are ignored until then.
 */
export const useEarlyKeys = (opened: boolean) =>
	useLayoutEffect(() => {
		if (!opened) return;
		catchKeys();
		return releaseKeys;
	}, [opened]);
