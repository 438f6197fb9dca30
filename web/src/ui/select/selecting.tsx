import { VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import { usePart } from '../../api/part.ts';
import { countedOf } from '../counted.ts';
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
					`${countedOf(resource.word, count)} selected. Press Enter for actions, Escape to clear.`}
			</VisuallyHidden>
			{part && count > 0 && <part.Bar resource={resource} selection={selection} found={found} />}
		</>
	);
};

/**
 * Provides a list of content with a selection and its bar, for editors. The selection survives a new page, order or
 * search.
 */
export const Selecting = (props: Omit<FootProps, 'selection'> & { children: ReactNode }) => {
	const { resource, found, children } = props;
	const mayEdit = useMayEdit();
	const [selection] = useState(createSelection);
	const where = found && JSON.stringify(found.where);
	useEffect(() => selection.list(where ? JSON.parse(where) : {}), [selection, where]);
	return (
		<SelectionContext value={mayEdit ? selection : undefined}>
			{children}
			{mayEdit && <Foot resource={resource} found={found} selection={selection} />}
		</SelectionContext>
	);
};
