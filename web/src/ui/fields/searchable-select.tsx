import { Select, type SelectProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';

/** Keeps Enter in an open list from submitting the form. */
export const keepEnterInList = (event: KeyboardEvent<HTMLInputElement>) => {
	if (event.key === 'Enter' && event.currentTarget.ariaExpanded === 'true') event.preventDefault();
};

/** Takes the first match of the typed text, if Mantine marked none because the matches arrived later. */
const takeFirstMatch = (event: KeyboardEvent<HTMLInputElement>) => {
	keepEnterInList(event);
	const { value, dataset } = event.currentTarget;
	const listId = event.currentTarget.getAttribute('aria-controls');
	if (event.key !== 'Enter' || value === '' || !dataset.expanded || !listId) return;
	const list = document.getElementById(listId);
	if (list?.querySelector('[data-combobox-selected], [data-combobox-active]')) return;
	list?.querySelector<HTMLElement>('[role=option]')?.click();
};

/** Renders a select with many options, found by typing; Enter takes the first match. */
export const SearchableSelect = (props: SelectProps) => (
	<Select
		clearable
		searchable
		selectFirstOptionOnChange
		onKeyDown={takeFirstMatch}
		// Opens fast with 1,000 options; typing finds the others.
		limit={100}
		// The list itself scrolls, as a scroll area cannot have the focus.
		withScrollArea={false}
		styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
		{...props}
	/>
);
