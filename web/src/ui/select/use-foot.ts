import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Selection } from './selection.ts';

/**
 * For what lies at the foot of the window: notifications stand above it, and it stands above the keys of a phone.
 * When it goes away with the focus in it, the row that was touched last has that.
 */
export const useFoot = (selection: Selection) => {
	const foot = useRef<HTMLElement>(null);
	useEffect(() => {
		const element = foot.current;
		const { style } = document.documentElement;
		const viewport = window.visualViewport;
		if (!element) return;
		const measure = () => {
			const keys = viewport ? window.innerHeight - viewport.height - viewport.offsetTop : 0;
			style.setProperty('--ufundi-keys', `${Math.max(0, keys)}px`);
			style.setProperty('--ufundi-foot', `${element.offsetHeight}px`);
		};
		const watcher = new ResizeObserver(measure);
		watcher.observe(element);
		viewport?.addEventListener('resize', measure);
		viewport?.addEventListener('scroll', measure);
		return () => {
			watcher.disconnect();
			viewport?.removeEventListener('resize', measure);
			viewport?.removeEventListener('scroll', measure);
			style.removeProperty('--ufundi-keys');
			style.removeProperty('--ufundi-foot');
		};
	}, []);
	useLayoutEffect(() => {
		const element = foot.current;
		return () => {
			if (!element?.contains(document.activeElement)) return;
			const row = CSS.escape(selection.last() ?? '');
			document
				.querySelector<HTMLElement>(`[data-row="${row}"] [data-walk=select]`)
				?.focus({ preventScroll: true });
		};
	}, [selection]);
	return foot;
};
