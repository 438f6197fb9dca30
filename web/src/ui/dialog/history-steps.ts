import type { RouterHistory } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** A step through the browser's history, one or several entries back or forward. */
interface Step {
	/** Whether it leads to another screen, and not to the same one searched or sorted otherwise. */
	leaves: boolean;
	/** Takes it after all. */
	take: () => void;
}

/** Hears of a step before the screen does; true keeps the screen as it is. */
type Holds = (step: Step) => boolean;

/** What may hold a step up, the topmost last. */
const held: Holds[] = [];

/**
 * Asks what is open, and the form on the screen, before a step through the history is taken. The browser is there
 * already, and is sent back to where the screen is; another step on the way there belongs to the same gesture. The
 * router must not hear of it, as it takes the next step after one that it blocked for the way back, whatever that is:
 * this begins before the router, since who listens first hears first. For the life of the page.
 */
export const holdSteps = (historyOf: () => RouterHistory) => {
	let returning = false;
	window.addEventListener('popstate', (event) => {
		const here = historyOf().location;
		const away = event.state?.__TSR_index - here.state.__TSR_index;
		// An entry that is not the router's: a link within the page.
		if (Number.isNaN(away)) return;
		const step = {
			leaves: window.location.pathname !== here.pathname,
			take: () => window.history.go(away),
		};
		if (!returning && (away === 0 || !held.findLast((holds) => holds(step)))) return;
		returning = away !== 0;
		event.stopImmediatePropagation();
		// From wherever a second step has led meanwhile.
		if (returning) window.history.go(-away);
	});
};

/** While `active`, steps through the history are asked about; only the topmost that holds one hears of it. */
export const useHold = (active: boolean, holds: Holds) => {
	const hear = useEffectEvent(holds);
	useEffect(() => {
		if (!active) return;
		const self: Holds = (step) => hear(step);
		held.push(self);
		return () => void held.splice(held.indexOf(self), 1);
	}, [active]);
};

/**
 * Back, a gesture on most phones, closes what is open over the screen as Esc does, and leaves the screen no sooner:
 * with it would go what was typed there.
 */
export const useCloseOnBack = (opened: boolean, close: () => unknown) =>
	useHold(opened, () => {
		close();
		return true;
	});
