import { useCallback, useLayoutEffect, useRef } from 'react';

/** What was typed or pasted before the field for it had the focus. */
export interface EarlyKeys {
	text: string;
	/** Enter was pressed last. */
	entered: boolean;
}

const NONE: EarlyKeys = { text: '', entered: false };

/** What a key makes of what was typed before it; undefined where it types nothing. */
const after = ({ text }: EarlyKeys, event: KeyboardEvent): EarlyKeys | undefined => {
	// AltGr, which types, counts as Ctrl and Alt on Windows.
	const commands = event.ctrlKey || event.metaKey || event.altKey;
	if (commands && !event.getModifierState('AltGraph')) return undefined;
	if (event.key === 'Backspace') return { text: text.slice(0, -1), entered: false };
	if (event.key === 'Enter') return { text, entered: true };
	return [...event.key].length === 1 ? { text: text + event.key, entered: false } : undefined;
};

/**
 * Keeps what somebody types or pastes once a dialog is `opened` and before its field has the focus: its code may
 * still be on the way. Without it they are lost, or press what had the focus. Esc closes; the returned function
 * hands over what was typed, once, for the field to begin with when it gets the focus.
 */
export const useEarlyKeys = (opened: boolean, onClose: () => void) => {
	const keys = useRef(NONE);
	// In the same task as the key that opened it, as the next may come right after.
	useLayoutEffect(() => {
		if (!opened) return;
		const hear = (event: KeyboardEvent) => {
			if (event.target instanceof Element && event.target.closest('[role=dialog]')) return;
			const next = after(keys.current, event);
			if (event.key === 'Escape') onClose();
			else if (!next) return;
			// The key that opened it may be held down.
			else if (!event.repeat) keys.current = next;
			event.preventDefault();
			event.stopPropagation();
		};
		const paste = ({ target, clipboardData }: ClipboardEvent) => {
			if (target instanceof Element && target.closest('[role=dialog]')) return;
			const pasted = clipboardData?.getData('text') ?? '';
			keys.current = { text: keys.current.text + pasted.replace(/\s+/g, ' '), entered: false };
		};
		window.addEventListener('keydown', hear, true);
		window.addEventListener('paste', paste, true);
		return () => {
			window.removeEventListener('keydown', hear, true);
			window.removeEventListener('paste', paste, true);
			keys.current = NONE;
		};
	}, [opened, onClose]);
	return useCallback(() => {
		const taken = keys.current;
		keys.current = NONE;
		return taken;
	}, []);
};
