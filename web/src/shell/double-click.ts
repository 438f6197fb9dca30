/** As long as two taps of one double tap may lie apart, and as far: a thumb hits no pixel twice. */
const APART_MS = 400;
const APART_PX = 20;

const CONTROLS =
	'a, button, input, label, select, summary, textarea, [role=menuitem], [role=option], [role=switch]';

/** The control that a click presses, if it is on one. */
const pressed = ({ target }: Event) => {
	const control = target instanceof Element ? target.closest(CONTROLS) : null;
	return (control instanceof HTMLLabelElement && control.control) || control;
};

/** A click by a finger or a pen says so, and not whether it is the second of two. */
const isTap = (event: MouseEvent) => /^(touch|pen)$/.test((event as PointerEvent).pointerType);

/**
 * The second press of a double click belongs to what the first one hit: where that has gone (a dialog, a notice,
 * a screen), it would press whatever has come to lie in its place, and does nothing instead. For the life of the page.
 */
export const keepDoubleClicks = () => {
	let first = { at: -APART_MS, x: 0, y: 0, control: null as Element | null };
	document.addEventListener(
		'click',
		(event) => {
			const { timeStamp: at, clientX: x, clientY: y } = event;
			// By the keyboard, by a program, or a label's for its control.
			if (event.detail === 0) return;
			const control = pressed(event);
			const isSecond = isTap(event)
				? at - first.at < APART_MS && Math.hypot(x - first.x, y - first.y) < APART_PX
				: event.detail > 1;
			if (isSecond && first.control && control !== first.control) {
				event.preventDefault();
				event.stopImmediatePropagation();
				return;
			}
			first = { at, x, y, control };
		},
		{ capture: true },
	);
};
