import { type SyntheticEvent, useEffect, useRef } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: EventTarget): target is Field =>
	target instanceof HTMLInputElement ||
	target instanceof HTMLTextAreaElement ||
	target instanceof HTMLSelectElement;

const currentValue = (field: Field) =>
	field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)
		? field.checked
		: field.value;

/**
 * Tracks whether fields inside an element have unsaved input: typed, chosen or dropped. A field that has its first
 * value again, or is empty again, counts as unchanged. Asks before the page is unloaded with unsaved input.
 */
export const useTyped = () => {
	const first = useRef(new WeakMap<EventTarget, string | boolean>());
	const changed = useRef(new Set<Element>());
	const hasTyped = () => [...changed.current].some((each) => each.isConnected);
	useEffect(() => {
		const ask = (event: Event) => hasTyped() && event.preventDefault();
		window.addEventListener('beforeunload', ask);
		return () => window.removeEventListener('beforeunload', ask);
	});
	const remember = ({ target }: SyntheticEvent) => {
		if (isField(target) && !first.current.has(target))
			first.current.set(target, currentValue(target));
	};
	const compare = ({ target }: SyntheticEvent) => {
		if (!isField(target)) return;
		const value = currentValue(target);
		if (value === '' || value === first.current.get(target)) changed.current.delete(target);
		else changed.current.add(target);
	};
	return {
		hasTyped,
		forget: () => changed.current.clear(),
		/** Event handlers of the element. */
		handlers: {
			onFocusCapture: remember,
			onPointerDownCapture: remember,
			onInputCapture: compare,
			onDropCapture: ({ target }: SyntheticEvent) => changed.current.add(target as Element),
		},
	};
};
