import { IconGripVertical } from '@tabler/icons-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Named } from '../../api/cached-rows.ts';
import { usePart } from '../../api/part.ts';
import classes from './order.module.css';
import { tellWhyNot, useOrdering } from './ordering.ts';

/**
 * What a row is dragged by. A press of it asks for a place; where the list is not in display order it says why
 * nothing can be moved. What dragging takes is fetched when a pointer first reaches one.
 */
export const Handle = ({ row }: { row: Named }) => {
	const ordering = useOrdering();
	const grip = useRef<HTMLSpanElement>(null);
	/** Where a finger is, while it is there. */
	const finger = useRef<{ x: number; y: number }>(undefined);
	const [reached, reach] = useState(false);
	const { data: part } = usePart('dragging', () => import('./drag.ts'), {
		wanted: reached,
	});
	const { id, name } = row;
	useEffect(() => {
		if (!part || !reached || !grip.current || !ordering || ordering.blocked) return;
		return part.draggableBy(grip.current, id, ordering, finger.current);
	}, [part, reached, ordering, id]);
	if (!ordering) return null;
	const { blocked } = ordering;
	const words = blocked ? `${blocked}: show in display order to move` : `Move ${name}`;
	const down = ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
		if (pointerType === 'touch') finger.current = { x, y };
		reach(true);
	};
	const lift = () => {
		finger.current = undefined;
	};
	return (
		<span
			ref={grip}
			data-handle
			className={classes.handle}
			data-blocked={blocked ? true : undefined}
			onPointerEnter={({ pointerType }) => pointerType !== 'touch' && reach(true)}
			onPointerDown={down}
			onPointerUp={lift}
			onPointerCancel={lift}
		>
			<button
				type="button"
				title={words}
				aria-label={blocked ? `${words} ${name}` : words}
				onClick={() => (blocked ? tellWhyNot(ordering) : ordering.ask(id))}
			>
				<IconGripVertical size={18} stroke={1.7} aria-hidden />
			</button>
		</span>
	);
};
