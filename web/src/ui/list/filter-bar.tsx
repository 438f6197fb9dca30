import { CloseButton, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { NAME_MAX } from '#shared/contract/fields.ts';
import { type ListState, useListState } from '../list-state.ts';
import classes from './list.module.css';

/** The row above a list: `SearchField`, `FilterField`s, and at its end a `ViewSwitch`. */
export const FilterBar = ({ children, end }: { children?: ReactNode; end?: ReactNode }) => (
	<search className={classes.bar}>
		{children}
		{end && <div className={classes.end}>{end}</div>}
	</search>
);

/** Searches the list on screen while one types; the text lives in the address. `/` leads here. */
export const SearchField = ({ label }: { label: string }) => {
	const [{ search = '' }, change] = useListState();
	const [text, setText] = useState(search);
	const apply = useDebouncedCallback((next: string) => change({ search: next.trim() }), 300);
	useEffect(() => setText((typed) => (typed.trim() === search ? typed : search)), [search]);
	const type = (next: string) => {
		setText(next);
		apply(next);
	};
	return (
		<TextInput
			className={classes.search}
			type="search"
			data-search
			aria-label={label}
			placeholder={label}
			maxLength={NAME_MAX}
			value={text}
			onChange={(event) => type(event.currentTarget.value)}
			leftSection={<IconSearch size={18} aria-hidden />}
			rightSection={
				text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />
			}
		/>
	);
};

interface FilterFieldProps {
	/** The name in the address. */
	name: keyof ListState &
		('course_id' | 'status' | 'published' | 'free' | 'actor' | 'action' | 'item_kind');
	/** 'Course'; without a choice it shows `all`. */
	label: string;
	all: string;
	options: Readonly<Record<string, string>>;
	searchable?: boolean;
}

/** Narrows the list on screen to one choice, kept in the address. */
export const FilterField = ({ name, label, all, options, searchable }: FilterFieldProps) => {
	const [state, change] = useListState();
	return (
		<Select
			className={searchable ? classes.long : classes.filter}
			aria-label={label}
			placeholder={all}
			data={Object.entries(options).map(([value, words]) => ({ value, label: words }))}
			value={Object.keys(options).find((value) => value === state[name]) ?? null}
			onChange={(value) => change({ [name]: value ?? undefined })}
			clearable
			clearButtonProps={{ 'aria-label': `Clear ${label}` }}
			searchable={searchable ?? false}
			// A thousand choices would take their time to open; what is typed finds the rest.
			limit={searchable ? 100 : Number.POSITIVE_INFINITY}
			nothingFoundMessage="Nothing matches"
		/>
	);
};
