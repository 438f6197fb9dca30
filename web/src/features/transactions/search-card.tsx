import { Button, Select, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useListState } from '../../ui/list-state.ts';
import classes from './transactions.module.css';

const options = [
	{ value: 'all', label: 'All Statuses' },
	{ value: 'completed', label: 'Completed' },
	{ value: 'pending', label: 'Pending' },
	{ value: 'failed', label: 'Failed' },
];

/** Looks for payments. The text counts when it is submitted; status and dates count at once. */
export const SearchCard = () => {
	const [{ search = '', status, from, to }, change] = useListState();
	const [text, setText] = useState(search);
	useEffect(() => setText(search), [search]);
	const submit = (event: SyntheticEvent) => {
		event.preventDefault();
		change({ search: text.trim() || undefined });
	};
	return (
		<search className={classes.search}>
			<Title order={2} size="h4">
				Search Transactions
			</Title>
			<form onSubmit={submit} className={classes.fields}>
				<TextInput
					label="Search by Receipt, Phone, or Request ID"
					placeholder="Search..."
					type="search"
					data-search
					value={text}
					onChange={(event) => setText(event.currentTarget.value)}
					maxLength={1000}
				/>
				<Select
					label="Status"
					data={options}
					value={status ?? 'all'}
					allowDeselect={false}
					onChange={(value) =>
						change({ status: value === 'all' ? undefined : (value ?? undefined) })
					}
				/>
				<TextInput
					label="From"
					type="date"
					value={from ?? ''}
					max={to}
					onChange={(event) => change({ from: event.currentTarget.value || undefined })}
				/>
				<TextInput
					label="To"
					type="date"
					value={to ?? ''}
					min={from}
					onChange={(event) => change({ to: event.currentTarget.value || undefined })}
				/>
				<Button type="submit" leftSection={<IconSearch size={18} aria-hidden />}>
					Search
				</Button>
			</form>
		</search>
	);
};
