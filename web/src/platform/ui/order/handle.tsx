import { IconGripVertical } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import type { Named } from '../../api/cached-rows.ts';
import classes from '../list.module.css';
import { useChangeLock } from '../page/editors-only.ts';
import { showBlockedReason, useOrdering } from './ordering.ts';

/** Renders the drag handle of a row. A click opens the dialog for a place, or shows why rows cannot be moved. */
export const Handle = ({ row }: { row: Named }) => {
	const { id, name } = row;
	const lock = useChangeLock(row);
	const ordering = useOrdering();
	const handle = useRef<HTMLButtonElement>(null);
	const handles = ordering?.handles;
	useLayoutEffect(() => (lock ? undefined : handles?.add(id, handle.current)), [handles, id, lock]);
	if (!ordering) return null;
	const { blocked, ask } = ordering;
	const words = blocked ? `${blocked}: show in display order to move` : `Move ${name}`;
	return (
		<span data-handle data-screen-only className={classes.handle}>
			<button
				ref={handle}
				type="button"
				className="bare"
				data-blocked={blocked || lock ? true : undefined}
				aria-disabled={lock ? true : undefined}
				title={lock ?? words}
				aria-label={blocked ? `${words} ${name}` : words}
				onClick={() => !lock && (blocked ? showBlockedReason(ordering) : ask(id))}
			>
				<IconGripVertical size={18} stroke={1.7} aria-hidden />
			</button>
		</span>
	);
};
