import { chipOf, lift } from './aim.ts';
import type { Ordering } from './ordering.ts';

/** A finger is held so long; sooner than a browser begins a drag or a menu of its own, at 500 ms. */
const HELD_MS = 300;
/** What has gone this far drags, but a finger that was not held yet: that scrolls. */
const STILL_PX = 10;
/** So long after it was put down the press of a finger may be told. */
const TOLD_MS = 100;
/** As near to the edge of what scrolls as this, it goes along. */
const EDGE_PX = 90;
const STEP_PX = 9;

interface Point {
	x: number;
	y: number;
}

const pointOf = ({ clientX: x, clientY: y }: PointerEvent): Point => ({ x, y });

/** What scrolls the rows down: the frame of a table that is too wide for the screen, or the page. */
const scrollerOf = (grip: HTMLElement) => {
	let box = grip.parentElement;
	while (
		box &&
		(box.scrollHeight <= box.clientHeight || getComputedStyle(box).overflowY !== 'auto')
	)
		box = box.parentElement;
	return box;
};

/** What follows a pointer over the list, until it is put down. */
const follow = (
	id: string,
	grip: HTMLElement,
	ordering: Ordering,
	from: Point,
	isFinger: boolean,
) => {
	const lifted = lift(id, grip, ordering);
	const chip = chipOf(id, ordering);
	document.body.append(chip);
	const scroller = scrollerOf(grip);
	let now = from;
	let frame = 0;
	const draw = () => {
		const { top, bottom } = scroller?.getBoundingClientRect() ?? {
			top: 0,
			bottom: window.innerHeight,
		};
		const step = now.y < top + EDGE_PX ? -STEP_PX : now.y > bottom - EDGE_PX ? STEP_PX : 0;
		if (step !== 0) (scroller ?? window).scrollBy(0, step);
		// Beside the pointer; a finger would hide it.
		const [left, above] = isFinger ? [24, 64] : [now.x + 12, 12];
		Object.assign(chip.style, { left: `${left}px`, top: `${Math.max(now.y - above, 4)}px` });
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
			if (drops) lifted.at(now.x, now.y);
			lifted.end(drops);
		},
	};
};

/** The press that ends a drag is none of what is dragged. */
const overlookClick = () => {
	const stop = (event: MouseEvent) => {
		event.preventDefault();
		event.stopPropagation();
	};
	window.addEventListener('click', stop, { capture: true, once: true });
	setTimeout(() => window.removeEventListener('click', stop, { capture: true }), TOLD_MS);
};

/**
 * Drags a row by its grip, from the event that pressed it until the pointer is let go: a mouse or a pen as soon as it
 * moves, a finger once it was held for a moment. Escape leaves the row where it was, and so does a mouse that lets go
 * beside the list.
 */
export const drag = (pressed: PointerEvent, grip: HTMLElement, id: string, ordering: Ordering) => {
	const isFinger = pressed.pointerType === 'touch';
	const start = pointOf(pressed);
	let dragging: ReturnType<typeof follow> | undefined;
	const heard = new AbortController();
	const begin = (from: Point) => {
		dragging = follow(id, grip, ordering, from, isFinger);
		if (isFinger) navigator.vibrate?.(10);
		else grip.setPointerCapture(pressed.pointerId);
	};
	const timer = isFinger ? setTimeout(begin, HELD_MS, start) : undefined;
	const end = (drops: boolean) => {
		clearTimeout(timer);
		heard.abort();
		if (!dragging) return;
		overlookClick();
		dragging.end(drops);
	};
	const hear = <Name extends keyof WindowEventMap>(
		name: Name,
		listener: (event: WindowEventMap[Name]) => void,
	) => window.addEventListener(name, listener, { signal: heard.signal, capture: true });
	hear('pointermove', (event) => {
		const to = pointOf(event);
		if (dragging) dragging.to(to);
		else if (Math.hypot(to.x - start.x, to.y - start.y) <= STILL_PX) return;
		else if (isFinger) end(false);
		else begin(to);
	});
	hear('pointerup', (event) => {
		const { x, y } = pointOf(event);
		const list = grip.closest('[data-order]');
		end(isFinger || list?.contains(document.elementFromPoint(x, y)) === true);
	});
	hear('pointercancel', () => end(false));
	hear('pointerdown', () => end(false));
	hear('keydown', ({ key }) => key === 'Escape' && end(false));
	hear('contextmenu', (event) => event.preventDefault());
};
