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

/**
 * Renders a select with many options, found by typing. Enter and leaving the field take the marked option, or the first
 * match of the typed text; a field without a match says so.
 */
export const SearchableSelect = ({ error, ...props }: SelectProps) => {
	const [unmatched, setUnmatched] = useState('');
	/** Runs before Mantine removes the typed text. After a click elsewhere the list is closed already. */
	const takeTyped = ({ currentTarget: field }: FocusEvent<HTMLInputElement>) => {
		const text = field.value.trim().toLowerCase();
		const options = (props.data ?? []) as readonly ComboboxItem[];
		const isChosen = options.some(
			({ value, label }) => value === props.value && label === field.value,
		);
		if (text === '' || isChosen) return;
		const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
		const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]');
		const match = props.filter
			? options[0]
			: options.find(({ label }) => label.toLowerCase().includes(text));
		if (marked) marked.click();
		else if (match) props.onChange?.(match.value, match);
		else setUnmatched(field.value.trim());
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
