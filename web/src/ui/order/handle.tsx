import { IconGripVertical } from '@tabler/icons-react';
import { type PointerEvent, useEffect, useRef } from 'react';
import type { Named } from '../../api/cached-rows.ts';
import { drag } from './drag.ts';
import classes from './order.module.css';
import { tellWhyNot, useOrdering } from './ordering.ts';

/**
 * What a row is dragged by. A press of it asks for a place; where the list is not in display order it says why
 * nothing can be moved.
 */
export const Handle = ({ row }: { row: Named }) => {
	const ordering = useOrdering();
	const grip = useRef<HTMLSpanElement>(null);
	const { id, name } = row;
	const shown = ordering !== undefined;
	useEffect(() => {
		const element = grip.current;
		if (!shown || !element) return;
		// What is lifted does not scroll; the listeners of React cannot keep it from that.
		const hold = (event: TouchEvent) =>
			element.closest('[data-lifted]') !== null && event.preventDefault();
		element.addEventListener('touchmove', hold, { passive: false });
		return () => element.removeEventListener('touchmove', hold);
	}, [shown]);
	if (!ordering) return null;
	const { blocked } = ordering;
	const words = blocked ? `${blocked}: show in display order to move` : `Move ${name}`;
	const press = ({ nativeEvent, button }: PointerEvent) => {
		if (!blocked && button === 0 && nativeEvent.isPrimary && grip.current)
			drag(nativeEvent, grip.current, id, ordering);
	};
	return (
		<span
			ref={grip}
			data-handle
			className={classes.handle}
			data-blocked={blocked ? true : undefined}
			onPointerDown={press}
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
