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

/** Where the bar of a selection is found: by the way from a row to it and back. */
export const BAR = 'data-selection-bar';

/** Leads from a row to what can be done with the selected ones. */
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
			className={classes.box}
			aria-label={`Select ${row.name}`}
			checked={useIsSelected(row.id)}
			// The click of a pointer or of the space bar, either of them with Shift.
			onChange={({ nativeEvent }) =>
				selection.toggle(row, (nativeEvent as unknown as MouseEvent).shiftKey === true)
			}
			onKeyDown={toBar}
		/>
	</label>
);

/** The checkbox of a row or card, where several can be selected. */
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
				className={classes.box}
				aria-label="Select all on this page"
				checked={all}
				onChange={() => selection.mark(shown, !all)}
				onKeyDown={toBar}
			/>
		</label>
	);
};

/** The checkbox above a table: all rows on this page. */
export const SelectAllBox = () => {
	const selection = useSelection();
	return selection ? <All selection={selection} /> : null;
};

/** Why something could not be done with a row, under its name. */
export const Reason = ({ id }: { id: string }) => {
	const reason = useFailureOf(id);
	return reason ? <span className={classes.reason}>{reason}</span> : null;
};
