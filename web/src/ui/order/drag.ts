import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
	draggable,
	dropTargetForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import { chipOf, lift } from './aim.ts';
import { fingerDrags } from './finger-drag.ts';
import type { Ordering } from './ordering.ts';

/** By a mouse or a pen, as the browser drags. */
const pointerDrags = (grip: HTMLElement, id: string, ordering: Ordering, isFree: () => boolean) => {
	let lifted: ReturnType<typeof lift> | undefined;
	let noTarget = () => {};
	return draggable({
		element: grip,
		canDrag: isFree,
		onGenerateDragPreview: ({ nativeSetDragImage }) =>
			setCustomNativeDragPreview({
				nativeSetDragImage,
				getOffset: () => ({ x: -12, y: 12 }),
				render: ({ container }) => container.append(chipOf(id, ordering)),
			}),
		onDragStart: ({ location }) => {
			const { clientX, clientY } = location.current.input;
			lifted = lift(id, grip, ordering);
			lifted.at(clientX, clientY);
			const box = grip.closest<HTMLElement>('[data-order]');
			if (box) noTarget = dropTargetForElements({ element: box, getDropEffect: () => 'move' });
		},
		onDrag: ({ location }) => {
			const { clientX, clientY } = location.current.input;
			lifted?.at(clientX, clientY);
		},
		onDrop: ({ location }) => {
			noTarget();
			// The last move may have been told to nobody: a frame has one.
			const { clientX, clientY } = location.current.input;
			if (location.current.dropTargets.length > 0) lifted?.at(clientX, clientY);
			lifted?.end(location.current.dropTargets.length > 0);
			lifted = undefined;
		},
	});
};

/** The button within can then not be pressed itself: a press is handed on to it. */
const handsClicksOn = (grip: HTMLElement) => {
	const press = ({ target }: Event) => {
		if (target !== grip) return;
		const button = grip.querySelector('button');
		button?.focus({ preventScroll: true });
		button?.click();
	};
	grip.dataset.drags = '';
	grip.addEventListener('click', press);
	return () => {
		delete grip.dataset.drags;
		grip.removeEventListener('click', press);
	};
};

/**
 * Makes a row be dragged by its grip, until what this returns is called: by a mouse, or by a long press of a finger.
 * `finger` is where one is already, since the code for this was asked for.
 */
export const draggableBy = (
	grip: HTMLElement,
	id: string,
	ordering: Ordering,
	finger?: { x: number; y: number },
) => {
	const fingers = fingerDrags(grip, id, ordering, finger);
	return combine(
		handsClicksOn(grip),
		fingers.stop,
		pointerDrags(grip, id, ordering, fingers.isFree),
	);
};
