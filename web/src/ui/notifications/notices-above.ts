import { type RefObject, useEffect } from 'react';

/** As much room below as this, and a notification or two stand there. */
const ENOUGH_PX = 200;
/** As far from the right side of the window a notification reaches, by `notifications.module.css`. */
const REACH_PX = 460;

/**
 * For what sticks to the foot of the window, or stands behind a list that ends above that: notifications stand above it,
 * or below or beside it where there is room, and it stands above the keys of a phone.
 */
export const useNoticesAbove = (foot: RefObject<HTMLElement | null>) =>
	useEffect(() => {
		const element = foot.current;
		const { style } = document.documentElement;
		const viewport = window.visualViewport;
		if (!element) return;
		const measure = () => {
			const keys = viewport ? window.innerHeight - viewport.height - viewport.offsetTop : 0;
			style.setProperty('--ufundi-keys', `${Math.max(0, keys)}px`);
			const { top, right, bottom } = element.getBoundingClientRect();
			const isBeside = right < window.innerWidth - REACH_PX;
			const above = !isBeside && window.innerHeight - bottom < ENOUGH_PX + keys;
			const room = above ? window.innerHeight - top - keys : 0;
			style.setProperty('--ufundi-foot', `${Math.max(0, room)}px`);
		};
		const ends = new AbortController();
		const { signal } = ends;
		const watcher = new ResizeObserver(measure);
		watcher.observe(element);
		// A list that grows or ends sooner moves it, and nothing else tells.
		watcher.observe(document.body);
		for (const event of ['resize', 'scroll']) {
			viewport?.addEventListener(event, measure, { signal });
			window.addEventListener(event, measure, { signal, passive: true });
		}
		return () => {
			watcher.disconnect();
			ends.abort();
			style.removeProperty('--ufundi-keys');
			style.removeProperty('--ufundi-foot');
		};
	}, [foot]);
