import { chipOf, lift } from './aim.ts';
import classes from './order.module.css';
import type { Ordering } from './ordering.ts';

/** Before the browser begins a drag of its own, at 500 ms. */
const LONG_MS = 300;
/** A finger that has gone this far before scrolls. */
const STILL_PX = 10;
/** As near to the edge of the screen as this, the page goes along. */
const EDGE_PX = 90;
const STEP_PX = 9;

interface Point {
	x: number;
	y: number;
}

const pointOf = ({ touches: [touch] }: TouchEvent): Point | undefined =>
	touch && { x: touch.clientX, y: touch.clientY };

/** What follows a finger over the list, until it is put down. */
const follow = (id: string, grip: HTMLElement, ordering: Ordering, from: Point) => {
	const lifted = lift(id, grip, ordering);
	const chip = chipOf(id, ordering);
	chip.classList.add(classes.finger ?? '');
	document.body.append(chip);
	let now = from;
	let frame = 0;
	const draw = () => {
		const { innerHeight } = window;
		const step = now.y < EDGE_PX ? -STEP_PX : now.y > innerHeight - EDGE_PX ? STEP_PX : 0;
		if (step !== 0) window.scrollBy(0, step);
		// Above the finger, which would hide it.
		Object.assign(chip.style, { left: '24px', top: `${Math.max(now.y - 64, 4)}px` });
		lifted.at(now.x, now.y);
		frame = requestAnimationFrame(draw);
	};
	draw();
	return {
		to: (point: Point) => {
			now = point;
		},
		end: (drops: boolean) => {
			cancelAnimationFrame(frame);
			chip.remove();
			lifted.end(drops);
		},
	};
};

/**
 * Dragging by a finger that is held on a grip for a moment; one that moves before scrolls. `isFree` says that no
 * finger is at it.
 */
export const fingerDrags = (grip: HTMLElement, id: string, ordering: Ordering, finger?: Point) => {
	let start: Point | undefined;
	let timer = 0;
	let dragging: ReturnType<typeof follow> | undefined;
	const heard = new AbortController();
	const options = { signal: heard.signal, passive: false };

	const press = (at: Point) => {
		start = at;
		timer = window.setTimeout(() => {
			navigator.vibrate?.(10);
			dragging = follow(id, grip, ordering, at);
		}, LONG_MS);
	};
	const end = (drops: boolean) => {
		clearTimeout(timer);
		start = undefined;
		dragging?.end(drops);
		dragging = undefined;
	};

	grip.addEventListener(
		'touchstart',
		(event) => {
			const at = pointOf(event);
			end(false);
			if (at && event.touches.length === 1) press(at);
		},
		{ signal: heard.signal, passive: true },
	);
	grip.addEventListener(
		'touchmove',
		(event) => {
			const at = pointOf(event);
			if (!at || !start) return;
			if (dragging) {
				event.preventDefault();
				dragging.to(at);
			} else if (Math.hypot(at.x - start.x, at.y - start.y) > STILL_PX) end(false);
		},
		options,
	);
	grip.addEventListener(
		'touchend',
		(event) => {
			// What ends a drag is no press.
			if (dragging) event.preventDefault();
			end(true);
		},
		options,
	);
	grip.addEventListener('touchcancel', () => end(false), options);
	grip.addEventListener('contextmenu', (event) => start && event.preventDefault(), options);
	if (finger) press(finger);
	return {
		isFree: () => start === undefined,
		stop: () => {
			end(false);
			heard.abort();
		},
	};
};
