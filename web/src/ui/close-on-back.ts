import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** What is open over the screen, the topmost last. */
const open: symbol[] = [];

/** Whether a step back would only close something that is open over the screen. */
export const isCovered = () => open.length > 0;

/**
 * Back, a gesture on most phones, closes what is open over the screen as Esc does, and leaves the screen no sooner:
 * with it would go what was typed there. Only the topmost hears it.
 */
export const useCloseOnBack = (opened: boolean, close: () => unknown) => {
	const router = useRouter({ warn: false });
	const goBack = useEffectEvent(close);
	useEffect(() => {
		if (!opened || !router) return;
		const self = Symbol();
		open.push(self);
		const unblock = router.history.block({
			enableBeforeUnload: false,
			blockerFn: ({ action }) => {
				if (action !== 'BACK' || open.at(-1) !== self) return false;
				goBack();
				return true;
			},
		});
		return () => {
			open.splice(open.indexOf(self), 1);
			unblock();
		};
	}, [opened, router]);
};
