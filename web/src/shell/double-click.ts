/** As long as two presses of a double click may lie apart, by most systems' settings. */
const APART_MS = 500;
/** And as far: a thumb hits no pixel twice. */
const APART_PX = 20;

const CONTROLS =
	'a, button, input, label, select, summary, textarea, [role=menuitem], [role=option], [role=switch]';

/** What a press at an element presses. */
const pressed = (target: EventTarget | null) => {
	const control = target instanceof Element ? target.closest(CONTROLS) : null;
	return (control instanceof HTMLLabelElement && control.control) || control || target;
};

/**
 * The second press of a double click belongs to what the first one hit: where that has gone (a dialog, a notice,
 * a screen), it would press whatever has come to lie in its place, and does nothing instead. For the life of the page.
 */
export const keepDoubleClicks = () => {
	let first = { at: -APART_MS, x: 0, y: 0, what: null as EventTarget | null };
	document.addEventListener(
		'click',
		(event) => {
			const { timeStamp: at, clientX: x, clientY: y } = event;
			// By the keyboard, by a program, or a label's for its control.
			if (event.detail === 0) return;
			const what = pressed(event.target);
			const isSecond = at - first.at < APART_MS && Math.hypot(x - first.x, y - first.y) < APART_PX;
			if (isSecond && what !== first.what) {
				event.preventDefault();
				event.stopImmediatePropagation();
				return;
			}
			first = { at, x, y, what };
		},
		{ capture: true },
	);
};
