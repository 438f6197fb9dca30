import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Named } from '../../api/cached-rows.ts';
import classes from './select.module.css';
import {
	type Selection,
	useFailureOf,
	useIsSelected,
	useSelected,
	useSelection,
} from './selection.ts';

/** Marks the bar of a selection, so that the keyboard gets from a row to the bar. */
export const BAR = 'data-selection-bar';

/** Moves the focus to the first action of the bar. */
export const focusBar = () =>
	document
		.querySelector<HTMLElement>(`[${BAR}] button:not([data-quiet])`)
		?.focus({ preventScroll: true });

const toBar = (event: { key: string; preventDefault: () => void }) => {
	if (event.key !== 'Enter') return;
	event.preventDefault();
	focusBar();
};

const Box = ({ row, selection }: { row: Named; selection: Selection }) => (
	<label className={classes.label} data-select>
		<input
			type="checkbox"
			aria-label={`Select ${row.name}`}
			checked={useIsSelected(row.id)}
			// A click and the space bar both report Shift.
			onChange={({ nativeEvent }) =>
				selection.toggle(row, (nativeEvent as unknown as MouseEvent).shiftKey === true)
			}
			onKeyDown={toBar}
		/>
	</label>
);

/** Renders the checkbox of a row or card, where rows can be selected. */
export const SelectBox = ({ row }: { row: Named }) => {
	const selection = useSelection();
	return selection ? <Box row={row} selection={selection} /> : null;
};

const All = ({ selection }: { selection: Selection }) => {
	useSelected(selection);
	const input = useRef<HTMLInputElement>(null);
	const shown = selection.shown();
	const count = shown.filter(({ id }) => selection.has(id)).length;
	const [all, some] = [count > 0 && count === shown.length, count > 0 && count < shown.length];
	useEffect(() => {
		if (input.current) input.current.indeterminate = some;
	}, [some]);
	return (
		<label className={classes.label} data-select>
			<input
				ref={input}
				type="checkbox"
				aria-label="Select all on this page"
				checked={all}
				onChange={() => selection.mark(shown, !all)}
				onKeyDown={toBar}
			/>
		</label>
	);
};

/** Renders the checkbox that selects all rows on the page. */
export const SelectAllBox = () => {
	const selection = useSelection();
	return selection ? <All selection={selection} /> : null;
};

/** Renders why the last bulk action failed for a row, under its name. */
export const Reason = ({ id }: { id: string }) => {
	const reason = useFailureOf(id);
	return reason ? (
		<Text span display="block" size="xs" c="var(--mantine-color-error)" mt={2}>
			{reason}
		</Text>
	) : null;
};
