import { VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import { usePart } from '../../api/part.ts';
import { countedOf } from '../counted.ts';
import { EditingInRows } from '../edit/editing.tsx';
import { useMayEdit } from '../page/for-editors.tsx';
import {
	countOf,
	createSelection,
	type Everything,
	type Selection,
	SelectionContext,
	useSelected,
} from './selection.ts';

/** Something lies above the list that Esc closes, a row of it is dragged, or the key is for what is typed. */
const isTaken = (event: KeyboardEvent) =>
	event.defaultPrevented ||
	document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [data-lifted]') !==
		null ||
	(event.target as Element).matches?.('input:not([type=checkbox]), textarea, select');

/** Esc leaves the selection: heard first, while what it closes otherwise is still there to be seen. */
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
	/** What found the rows on screen and how many there are in all, where the server pages them. */
	found?: Everything | undefined;
	selection: Selection;
}

const Foot = ({ resource, found, selection }: FootProps) => {
	const count = countOf(useSelected(selection));
	useEscape(selection, count);
	const { data: part } = usePart('selection bar', () => import('./bar.tsx'), {
		wanted: count > 0,
		patient: true,
	});
	return (
		<>
			<VisuallyHidden role="status">
				{count > 0 &&
					`${countedOf(resource.word, count)} selected. Enter leads to what can be done, Escape leaves.`}
			</VisuallyHidden>
			{part && count > 0 && <part.Bar resource={resource} selection={selection} found={found} />}
		</>
	);
};

/**
 * Around a list of content: several of its rows can be selected, and something done with them, by who may. What is
 * selected lasts as long as this does, whatever page, order or search is on screen. Names and orders can be edited in it.
 */
export const Selecting = (props: Omit<FootProps, 'selection'> & { children: ReactNode }) => {
	const { resource, found, children } = props;
	const mayEdit = useMayEdit();
	const [selection] = useState(createSelection);
	const where = found && JSON.stringify(found.where);
	useEffect(() => selection.list(where ? JSON.parse(where) : {}), [selection, where]);
	return (
		<SelectionContext value={mayEdit ? selection : undefined}>
			<EditingInRows resource={resource}>{children}</EditingInRows>
			{mayEdit && <Foot resource={resource} found={found} selection={selection} />}
		</SelectionContext>
	);
};
