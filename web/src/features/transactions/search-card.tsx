import { Button, NativeSelect, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, type SyntheticEvent, useEffect, useState } from 'react';
import { statusWords } from '#shared/contract/transactions-query.ts';
import { isBackwards } from '#shared/day-range.ts';
import { searched } from '#shared/receipts.ts';
import { useListState } from '../../ui/address/list-state.ts';
import { DayField, useDay } from '../../ui/dates/day-field.tsx';
import { Filters } from '../../ui/list/filters.tsx';
import classes from './payments-list.module.css';

const options = [
	{ value: 'all', label: 'All Statuses' },
	...Object.entries(statusWords).map(([value, label]) => ({ value, label })),
];

/**
 * Looks for payments. The text counts when it is submitted; status and dates count at once. When payments come, it
 * stays as it is.
 */
export const SearchCard = memo(() => {
	const [{ search = '', status, ...days }, change] = useListState();
	const [text, setText] = useState(search);
	useEffect(() => setText(search), [search]);
	const submit = (event: SyntheticEvent) => {
		event.preventDefault();
		setText(searched(text));
		// Another caller: the payment of the last one does not stay open beside what is found.
		change({ search: searched(text) || undefined }, { to: '/admin/transactions' });
	};
	return (
		<search className={classes.search}>
			<Title order={2} size="h4">
				Search Transactions
			</Title>
			<form noValidate onSubmit={submit} className={classes.fields}>
				<TextInput
					label="Search by Receipt, Phone, or Request ID"
					placeholder="Search..."
					type="search"
					data-search
					value={text}
					onChange={(event) => setText(event.currentTarget.value)}
					maxLength={1000}
				/>
				<Filters names={['status', 'from', 'to']} wrong={isBackwards(days)}>
					<NativeSelect
						label="Status"
						data={options}
						value={options.some(({ value }) => value === status) ? status : 'all'}
						onChange={({ currentTarget: { value } }) =>
							change({ status: value === 'all' ? undefined : value })
						}
					/>
					<DayField label="From" what="From" {...useDay('from')} />
					<DayField label="To" what="To" {...useDay('to')} />
				</Filters>
				<Button
					type="submit"
					className={classes.submit ?? ''}
					aria-label="Search"
					leftSection={<IconSearch size={18} aria-hidden />}
				>
					Search
				</Button>
			</form>
		</search>
	);
});
