import { useDraggable, useDroppable } from '@dnd-kit/core';
import { ActionIcon } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import type { Named } from '../../api/cached-rows.ts';
import classes from './order.module.css';
import { type Ordering, tellWhyNot, useOrdering } from './ordering.ts';

interface GripProps {
	row: Named;
	ordering: Ordering;
}

const Grip = ({ row: { id, name }, ordering }: GripProps) => {
	const { blocked, rows, chosen, ask } = ordering;
	const grip = useRef<HTMLSpanElement>(null);
	const drag = useDraggable({ id, disabled: blocked !== undefined });
	const drop = useDroppable({ id });
	const active = drag.active && String(drag.active.id);
	const isLifted = active !== null && chosen(active).has(id);
	const ids = drop.isOver && active !== null && !isLifted ? rows(active).map((row) => row.id) : [];
	const side =
		ids.includes(id) && (ids.indexOf(active ?? '') < ids.indexOf(id) ? 'after' : 'before');
	const { setNodeRef: setRow } = drop;
	// The row or card is drawn by the list, so that its state is written to the element.
	useLayoutEffect(() => {
		const element = grip.current?.closest<HTMLElement>('[data-row]');
		setRow(element ?? null);
		if (!element) return;
		element.toggleAttribute('data-lifted', isLifted);
		if (side) element.dataset.drop = side;
		else delete element.dataset.drop;
	}, [setRow, isLifted, side]);
	const words = blocked ? `${blocked}: show in display order to move` : `Move ${name}`;
	return (
		<span ref={grip} data-handle className={classes.handle}>
			<ActionIcon
				ref={drag.setNodeRef}
				{...drag.listeners}
				w="100%"
				h="100%"
				color="gray"
				data-blocked={blocked ? true : undefined}
				title={words}
				aria-label={blocked ? `${words} ${name}` : words}
				onClick={() => (blocked ? tellWhyNot(ordering) : ask(id))}
			>
				<IconGripVertical size={18} stroke={1.7} aria-hidden />
			</ActionIcon>
		</span>
	);
};

/** Renders the handle that a row is dragged by. A click on the handle asks for a place, or says why no row can be moved. */
export const Handle = ({ row }: { row: Named }) => {
	const ordering = useOrdering();
	return ordering ? <Grip row={row} ordering={ordering} /> : null;
};
