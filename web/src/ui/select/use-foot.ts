import { useLayoutEffect, useRef } from 'react';
import { useNoticesAbove } from '../notifications/notices-above.ts';
import type { Selection } from './selection.ts';

/** For the bar of a selection: when it goes away with the focus in it, the row that was touched last has that. */
export const useFoot = (selection: Selection) => {
	const foot = useRef<HTMLElement>(null);
	useNoticesAbove(foot);
	useLayoutEffect(() => {
		const element = foot.current;
		return () => {
			if (!element?.contains(document.activeElement)) return;
			const row = CSS.escape(selection.last() ?? '');
			document
				.querySelector<HTMLElement>(`[data-row="${row}"] [data-select] input`)
				?.focus({ preventScroll: true });
		};
	}, [selection]);
	return foot;
};
