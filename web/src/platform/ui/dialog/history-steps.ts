import type { RouterHistory } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** A step through the browser's history, by one or more entries back or forward. */
interface Step {
	/** True if it leads to another screen, not to the same one with another search or order. */
	leaves: boolean;
	/** Repeats the step. */
	take: () => void;
}

/** Called before a step; returns true to block it. */
type Blocker = (step: Step) => boolean;

/** Registered blockers, the topmost last. */
const blockers: Blocker[] = [];

let getHistory: (() => RouterHistory) | undefined;

/**
 * Repeats the first entry of the history, if the page is at it: Back would leave the page before a dialog could close.
 */
const repeatFirstEntry = () => {
	const history = getHistory?.();
	const here = history?.location;
	if (history && here?.state.__TSR_index === 0) history.push(here.href, here.state);
};

/**
 * Lets open dialogs and the form on screen block steps through the history, for the life of the page. The browser has
 * already moved by then, so it is sent back; further steps until it is back belong to the same gesture. Must be called
 * before the router is created, to stop the event first: the router would take the next step after a blocked one,
 * whatever it is, for the way back (decision 0124).
 */
export const interceptHistorySteps = (historyOf: () => RouterHistory) => {
	getHistory = historyOf;
	let returning = false;
	window.addEventListener('popstate', (event) => {
		const here = historyOf().location;
		const path = `${window.location.pathname}${window.location.search}${window.location.hash}`;
		const delta = event.state?.__TSR_index - here.state.__TSR_index;
		// The router did not create this entry: a link within the page.
		if (Number.isNaN(delta)) return;
		const step = {
			leaves: window.location.pathname !== here.pathname,
			take: () => window.history.go(delta),
		};
		if (!returning && (delta === 0 || !blockers.findLast((blocks) => blocks(step)))) {
			// The repeated first entry.
			if (delta === -1 && event.state.__TSR_index === 0 && path === here.href)
				window.history.back();
			return;
		}
		returning = delta !== 0;
		event.stopImmediatePropagation();
		// A second step may have moved the browser further in between.
		if (returning) window.history.go(-delta);
	});
};

/**
 * Registers a blocker of history steps while `active`. Steps are offered from the topmost blocker down, until one
 * blocks.
 */
export const useHistoryBlocker = (active: boolean, blocks: Blocker) => {
	const callBlocker = useEffectEvent(blocks);
	useEffect(() => {
		if (!active) return;
		const self: Blocker = (step) => callBlocker(step);
		blockers.push(self);
		return () => void blockers.splice(blockers.indexOf(self), 1);
	}, [active]);
};

/**
 * Closes a dialog or drawer on Back (a gesture on most phones), as Esc does, instead of leaving the screen and losing
 * typed text.
 */
export const useCloseOnBack = (opened: boolean, close: () => unknown) => {
	useEffect(() => {
		if (opened) repeatFirstEntry();
	}, [opened]);
	useHistoryBlocker(opened, () => {
		close();
		return true;
	});
};
