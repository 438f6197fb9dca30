import { type RefObject, useEffect, useEffectEvent } from 'react';

const OWN = 'a, button, input, select, textarea, label, summary, [tabindex="0"]';

/**
 * Makes the whole of each row of a list a target: a click anywhere in it opens it, but on what does something of its
 * own, and not where text was just selected. The keyboard has the row's button, `[data-opens]`.
 */
export const useRowTarget = (
	box: RefObject<HTMLElement | null>,
	onOpen: ((id: string) => void) | undefined,
) => {
	const open = useEffectEvent((id: string) => onOpen?.(id));
	const opens = onOpen !== undefined;
	useEffect(() => {
		const element = box.current;
		if (!element || !opens) return;
		const click = ({ target }: MouseEvent) => {
			const on = target as Element;
			const id = on.closest<HTMLElement>('[data-row]')?.dataset.row;
			if (id && !on.closest(OWN) && getSelection()?.isCollapsed !== false) open(id);
		};
		element.addEventListener('click', click);
		return () => element.removeEventListener('click', click);
	}, [box, opens]);
};
