import { type ComboboxItem, Select, type SelectProps } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, useState } from 'react';

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

/** Returns the marked option of the open list of a field, else its first one. */
const findMatch = (field: HTMLInputElement) => {
	const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
	const marked = '[data-combobox-selected], [data-combobox-active]';
	return (list?.querySelector(marked) ??
		list?.querySelector('[role=option]')) as HTMLElement | null;
};

/** Renders a select with many options, found by typing. Enter, and leaving the field, take the first match. */
export const SearchableSelect = ({ error, ...props }: SelectProps) => {
	const [unmatched, setUnmatched] = useState('');
	/** Before Mantine closes the list and removes the typed text. */
	const takeTyped = ({ currentTarget: field }: FocusEvent<HTMLInputElement>) => {
		const text = field.value.trim();
		const isChosen = props.data?.some((each) => {
			const { value, label } = each as ComboboxItem;
			return value === props.value && label === field.value;
		});
		if (text === '' || isChosen || field.ariaExpanded !== 'true') return;
		const match = findMatch(field);
		if (match) match.click();
		else setUnmatched(text);
	};
	return (
		<Select
			clearable
			searchable
			allowDeselect={false}
			selectFirstOptionOnChange
			onKeyDown={takeFirstMatch}
			onBlurCapture={takeTyped}
			onFocusCapture={() => setUnmatched('')}
			error={error || (unmatched && `Nothing matches “${unmatched}”`)}
			// Opens fast with 1,000 options; typing finds the others.
			limit={100}
			// The list itself scrolls, as a scroll area cannot have the focus.
			withScrollArea={false}
			styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
			{...props}
		/>
	);
};
