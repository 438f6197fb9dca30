import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { NAME_MAX } from '#shared/contract/fields.ts';
import { type ListState, useListState } from '../address/list-state.ts';
import type { Choice } from '../cross-list/choices.ts';
import classes from './list.module.css';

/** The row above a list: `SearchField`, `FilterField`s, and at its end a `ViewSwitch`. */
export const FilterBar = ({ children, end }: { children?: ReactNode; end?: ReactNode }) => (
	<search className={classes.bar}>
		{children}
		{end && <div className={classes.end}>{end}</div>}
	</search>
);

/** Searches the list on screen while one types; the text lives in the address. The search for everything leads here. */
export const SearchField = ({ label }: { label: string }) => {
	const [{ search = '' }, change] = useListState();
	const [text, setText] = useState(search);
	const applied = useRef(search);
	const apply = useDebouncedCallback((next: string) => {
		applied.current = next.trim();
		change({ search: applied.current });
	}, 300);
	useEffect(() => {
		// From here: more may have been typed since.
		if (search === applied.current) return;
		// From elsewhere, and newer than what still waits here.
		applied.current = search;
		apply.cancel();
		setText(search);
	}, [search, apply]);
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
			onBlur={() => apply.flush()}
			leftSection={<IconSearch size={18} aria-hidden />}
			rightSection={
				text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />
			}
		/>
	);
};

interface FilterFieldProps {
	/** The name in the address. */
	name: keyof ListState & ('status' | 'state' | 'action' | 'item_kind' | 'kind' | Choice);
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
