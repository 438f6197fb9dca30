import {
	DndContext,
	type DragEndEvent,
	DragOverlay,
	MouseSensor,
	pointerWithin,
	rectIntersection,
	TouchSensor,
	useSensor,
	useSensors,
} from '@dnd-kit/core';
import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { Handle } from './handle.tsx';
import { takePlaceOf } from './moves.ts';
import classes from './order.module.css';
import { type Ordering, OrderingContext, tellWhyNot, useMoves } from './ordering.ts';
import { PlaceDialog } from './place-dialog.tsx';

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Inputs that use Alt and the arrow keys themselves. */
const TEXT = 'textarea, select, input:not([type=checkbox], [type=radio])';

/** Rows under the pointer, or else under the handle that is dragged: cards have gaps between them. */
const collisions: typeof pointerWithin = (args) => {
	const under = pointerWithin(args);
	return under.length > 0 ? under : rectIntersection(args);
};

const titleOf = (id: string, { rows, chosen }: Ordering) => {
	const name = rows(id).find((row) => row.id === id)?.name ?? '';
	const { size } = chosen(id);
	return size === 1 ? name : `${name} and ${size - 1} more`;
};

/** Makes the rows draggable by their handles, with a mouse or a finger. */
const Draggable = ({ ordering, children }: { ordering: Ordering; children: ReactNode }) => {
	const [title, setTitle] = useState('');
	const sensors = useSensors(
		useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
		// A finger that does not wait scrolls.
		useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
	);
	const drop = ({ active, over }: DragEndEvent) => {
		const [id, target] = [String(active.id), over && String(over.id)];
		if (target) ordering.move(id, (order, moved) => takePlaceOf(order, moved, id, target));
	};
	return (
		<DndContext
			sensors={sensors}
			collisionDetection={collisions}
			onDragStart={({ active }) => setTitle(titleOf(String(active.id), ordering))}
			onDragEnd={drop}
			accessibility={{
				// The keyboard moves rows without dragging, and the result is announced by the list.
				screenReaderInstructions: { draggable: '' },
				announcements: {
					onDragStart: ({ active }) => `Dragging ${titleOf(String(active.id), ordering)}`,
					onDragOver: () => undefined,
					onDragEnd: () => undefined,
					onDragCancel: () => 'Not moved',
				},
			}}
		>
			{children}
			<DragOverlay dropAnimation={null} zIndex={500}>
				<span className={classes.chip}>{title}</span>
			</DragOverlay>
		</DndContext>
	);
};

type OrderBoxProps = Parameters<typeof useMoves>[0] & { children: ReactNode };

/** Makes the rows of a list under a parent movable: by dragging, by Alt and the arrow keys, and by their menus. */
export const OrderBox = ({ children, ...options }: OrderBoxProps) => {
	const { ordering, said } = useMoves(options);
	const context = useMemo(() => ordering && { ...ordering, Handle }, [ordering]);
	if (!ordering) return children;
	const press = (event: KeyboardEvent<HTMLElement>) => {
		const by = STEPS[event.key];
		const { altKey, ctrlKey, metaKey, shiftKey } = event;
		const target = event.target as HTMLElement;
		const id = target.closest<HTMLElement>('[data-row]')?.dataset.row;
		if (!by || !id || !altKey || ctrlKey || metaKey || shiftKey || target.matches(TEXT)) return;
		event.preventDefault();
		if (ordering.blocked) tellWhyNot(ordering);
		else ordering.step(id, by);
	};
	return (
		<OrderingContext value={context}>
			<Draggable ordering={ordering}>
				{/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are pressed on controls of the rows */}
				<div data-order onKeyDown={press}>
					{children}
				</div>
			</Draggable>
			<VisuallyHidden role="status" data-moved>
				{said}
			</VisuallyHidden>
			<PlaceDialog
				opened={ordering.asking !== undefined}
				onClose={() => ordering.ask(undefined)}
				ordering={ordering}
			/>
		</OrderingContext>
	);
};
