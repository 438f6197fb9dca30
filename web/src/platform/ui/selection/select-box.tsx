import { Paper, type PaperProps, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ChangeEvent, type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import type { Named } from '../../api/cached-rows.ts';
import { formatItemCount } from '../format/counted.ts';
import classes from '../list.module.css';
import { lazyPart, useIdleLoad } from '../loading/on-demand.tsx';
import { useMayEdit } from '../page/for-editors.tsx';
import {
	countSelected,
	createSelection,
	type Everything,
	focusBar,
	SELECTION_BAR,
	type Selection,
	SelectionContext,
	useIsSelected,
	useRowFailure,
	useSelected,
	useSelection,
} from './selection.ts';

/** Renders the box of the actions for selected rows at the foot of their list, in view while there are more rows below. */
export const SelectionPaper = (props: PaperProps & ComponentProps<'section'>) => (
	<Paper
		component="section"
		aria-label="Actions"
		withBorder
		shadow="md"
		radius="lg"
		p="xs"
		mt="sm"
		pos="sticky"
		bottom="calc(8px + env(safe-area-inset-bottom))"
		style={{ zIndex: 90 }}
		{...{ [SELECTION_BAR]: '' }}
		{...props}
	/>
);

const [Bar, loadBar] = lazyPart(() => import('./bar.tsx'), 'Bar');

const toBar = (event: { key: string; preventDefault: () => void }) => {
	if (event.key !== 'Enter') return;
	event.preventDefault();
	focusBar();
};

interface BoxProps {
	label: string;
	checked: boolean;
	indeterminate?: boolean;
	onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

const Box = ({ label, checked, indeterminate = false, onChange }: BoxProps) => (
	<label className={classes.box} data-select data-screen-only>
		<input
			ref={(input) => {
				if (input) input.indeterminate = indeterminate;
			}}
			type="checkbox"
			aria-label={label}
			checked={checked}
			onChange={onChange}
			onKeyDown={toBar}
		/>
		<span className={classes.tick} />
	</label>
);

const RowBox = ({ row, selection }: { row: Named; selection: Selection }) => (
	<Box
		label={`Select ${row.name}`}
		checked={useIsSelected(row.id)}
		// A click and the space bar both report Shift.
		onChange={({ nativeEvent }) =>
			selection.toggle(row, (nativeEvent as unknown as MouseEvent).shiftKey === true)
		}
	/>
);

/** Renders the checkbox of a row or card, where rows can be selected. */
export const SelectBox = ({ row }: { row: Named }) => {
	const selection = useSelection();
	return selection ? <RowBox row={row} selection={selection} /> : null;
};

const AllBox = ({ selection }: { selection: Selection }) => {
	useSelected(selection);
	const shown = selection.rowsOnPage();
	const count = shown.filter(({ id }) => selection.has(id)).length;
	const all = count > 0 && count === shown.length;
	return (
		<Box
			label="Select all on this page"
			checked={all}
			indeterminate={count > 0 && !all}
			onChange={() => selection.mark(shown, !all)}
		/>
	);
};

/** Renders the checkbox that selects all rows on the page. */
export const SelectAllBox = () => {
	const selection = useSelection();
	return selection ? <AllBox selection={selection} /> : null;
};

/** Renders why the last bulk action failed for a row, under its name. */
export const Reason = ({ id }: { id: string }) => {
	const reason = useRowFailure(id);
	return reason ? <span className={classes.reason}>{reason}</span> : null;
};

/** Returns whether Esc belongs to something else: an open dialog or menu, a drag, or a text field. */
const isTaken = (event: KeyboardEvent) =>
	event.defaultPrevented ||
	document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [data-lifted]') !==
		null ||
	(event.target as Element).matches?.('input:not([type=checkbox]), textarea, select');

/** Clears the selection on Esc. Listens in the capture phase, before a dialog that Esc closes has been removed. */
const useEscape = (selection: Selection, count: number) =>
	useWindowEvent(
		'keydown',
		(event) => {
			if (count > 0 && event.key === 'Escape' && !isTaken(event)) selection.clear();
		},
		{ capture: true },
	);

interface FootProps {
	resource: AnyResource;
	/** The query of the rows and their total, for lists that the server pages. */
	allRows?: Everything | undefined;
	selection: Selection;
}

const Foot = ({ resource, allRows, selection }: FootProps) => {
	const count = countSelected(useSelected(selection));
	useEscape(selection, count);
	useIdleLoad(loadBar);
	return (
		<>
			<VisuallyHidden role="status">
				{count > 0 &&
					`${formatItemCount(resource.slug, count)} selected. Press Enter for actions, Escape to clear.`}
			</VisuallyHidden>
			{count > 0 && <Bar resource={resource} selection={selection} allRows={allRows} />}
		</>
	);
};

/**
 * Provides a list of content with a selection and its bar, for editors. The selection survives a new page, order or
 * search.
 */
export const Selecting = (props: Omit<FootProps, 'selection'> & { children: ReactNode }) => {
	const { resource, allRows, children } = props;
	const mayEdit = useMayEdit();
	const [selection] = useState(createSelection);
	const where = allRows && JSON.stringify(allRows.where);
	useEffect(() => selection.setQuery(where ? JSON.parse(where) : {}), [selection, where]);
	return (
		<SelectionContext value={mayEdit ? selection : undefined}>
			{children}
			{mayEdit && <Foot resource={resource} allRows={allRows} selection={selection} />}
		</SelectionContext>
	);
};
