import {
	DndContext,
	type DragEndEvent,
	DragOverlay,
	MouseSensor,
	pointerWithin,
	rectIntersection,
	TouchSensor,
	useDraggable,
	useDroppable,
	useSensor,
	useSensors,
} from '@dnd-kit/core';
import { type SyntheticEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import classes from '../list.module.css';
import { moveToRow } from './moves.ts';
import type { Handles, Ordering } from './ordering.ts';

interface DraggingProps {
	ordering: Ordering;
	/** The handles on screen, by the id of their row. */
	handles: Handles;
	/** Takes the function that passes a press on a handle on; undefined once the rows are not draggable any more. */
	onReady: (press: ((id: string, event: SyntheticEvent) => void) | undefined) => void;
}

interface GripProps {
	id: string;
	handle: HTMLElement;
	ordering: Ordering;
	grips: Map<string, ReturnType<typeof useDraggable>['listeners']>;
}

/** Connects a row, which the list renders, with drag and drop. */
const Grip = ({ id, handle, ordering, grips }: GripProps) => {
	const { blocked, rows, chosen } = ordering;
	const drag = useDraggable({ id, disabled: blocked !== undefined });
	const drop = useDroppable({ id });
	const active = drag.active && String(drag.active.id);
	const isLifted = active !== null && chosen(active).has(id);
	const ids = drop.isOver && active !== null && !isLifted ? rows(active).map((row) => row.id) : [];
	const side =
		ids.includes(id) && (ids.indexOf(active ?? '') < ids.indexOf(id) ? 'after' : 'before');
	const [setHandle, setRow] = [drag.setNodeRef, drop.setNodeRef];
	useLayoutEffect(() => {
		const row = handle.closest<HTMLElement>('[data-row]');
		setHandle(handle);
		setRow(row);
		row?.toggleAttribute('data-lifted', isLifted);
		if (side) row?.setAttribute('data-drop', side);
		else row?.removeAttribute('data-drop');
	}, [handle, setHandle, setRow, isLifted, side]);
	useLayoutEffect(() => {
		grips.set(id, drag.listeners);
		return () => void grips.delete(id);
	}, [grips, id, drag.listeners]);
	return null;
};

/** Returns rows under the pointer, else those under the dragged handle, because cards have gaps between them. */
const detectCollisions: typeof pointerWithin = (args) => {
	const under = pointerWithin(args);
	return under.length > 0 ? under : rectIntersection(args);
};

const formatTitle = (id: string, { rows, chosen }: Ordering) => {
	const name = rows(id).find((row) => row.id === id)?.name ?? '';
	const { size } = chosen(id);
	return size === 1 ? name : `${name} and ${size - 1} more`;
};

/** Makes the rows on screen draggable by their handles, with a mouse or a finger. */
export const Dragging = ({ ordering, handles, onReady }: DraggingProps) => {
	const [title, setTitle] = useState('');
	const [grips] = useState<GripProps['grips']>(() => new Map());
	useSyncExternalStore(handles.subscribe, handles.version);
	useLayoutEffect(() => {
		onReady((id, event) =>
			grips.get(id)?.[event.type === 'mousedown' ? 'onMouseDown' : 'onTouchStart']?.(event),
		);
		return () => onReady(undefined);
	}, [onReady, grips]);
	const sensors = useSensors(
		useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
		// A touch of the handle does not scroll (`touch-action`), so no delay is needed.
		useSensor(TouchSensor, { activationConstraint: { distance: 6 } }),
	);
	const drop = ({ active, over }: DragEndEvent) => {
		const [id, target] = [String(active.id), over && String(over.id)];
		if (target) ordering.move(id, (order, moved) => moveToRow(order, moved, id, target));
	};
	return (
		<DndContext
			sensors={sensors}
			collisionDetection={detectCollisions}
			onDragStart={({ active }) => setTitle(formatTitle(String(active.id), ordering))}
			onDragEnd={drop}
			accessibility={{
				// The keyboard moves rows without dragging, and the result is announced by the list.
				screenReaderInstructions: { draggable: '' },
				announcements: {
					onDragStart: ({ active }) => `Dragging ${formatTitle(String(active.id), ordering)}`,
					onDragOver: () => undefined,
					onDragEnd: () => undefined,
					onDragCancel: () => 'Not moved',
				},
			}}
		>
			{[...handles.all].map(([id, handle]) => (
				<Grip key={id} id={id} handle={handle} ordering={ordering} grips={grips} />
			))}
			<DragOverlay dropAnimation={null} zIndex={500}>
				<span className={`one-line ${classes.dragged}`}>{title}</span>
			</DragOverlay>
		</DndContext>
	);
};
