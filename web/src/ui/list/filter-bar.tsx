import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
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
	name: keyof ListState & ('status' | 'published' | 'free' | 'action' | 'item_kind');
	/** 'Status'; without a choice it shows `all`. */
	label: string;
	all: string;
	options: Readonly<Record<string, string>>;
}

const ALL = 'all';

/** Narrows the list on screen to one of a few, kept in the address. */
export const FilterField = ({ name, label, all, options }: FilterFieldProps) => {
	const [state, change] = useListState();
	const chosen = state[name];
	return (
		<NativeSelect
			className={classes.filter}
			aria-label={label}
			data={[
				{ value: ALL, label: all },
				...Object.entries(options).map(([value, words]) => ({ value, label: words })),
			]}
			value={chosen !== undefined && chosen in options ? chosen : ALL}
			onChange={({ currentTarget: { value } }) =>
				change({ [name]: value === ALL ? undefined : value })
			}
		/>
	);
};
