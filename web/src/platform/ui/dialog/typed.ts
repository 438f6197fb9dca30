import { type SyntheticEvent, useRef } from 'react';
import { forgetReason } from './unsaved.ts';

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
		drop: () => {
			for (const field of changed.current) forgetReason((field as HTMLElement).dataset.draft);
			changed.current.clear();
		},
		/** Event handlers of the element. */
		handlers: {
			onFocusCapture: remember,
			onPointerDownCapture: remember,
			onInputCapture: compare,
			onDropCapture: ({ target }: SyntheticEvent) => changed.current.add(target as Element),
		},
	};
};
