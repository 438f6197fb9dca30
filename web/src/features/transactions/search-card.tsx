import { Button, NativeSelect, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { memo, type SyntheticEvent, useEffect, useState } from 'react';
import { statusWords, type TransactionFilters } from '#shared/contract/transactions-query.ts';
import { isBackwards } from '#shared/day-range.ts';
import { searched } from '#shared/receipts.ts';
import { type ListState, useListState } from '../../ui/address/list-state.ts';
import { DayField, useDay } from '../../ui/dates/day-field.tsx';
import { Filters } from '../../ui/list/filters.tsx';
import classes from './payments-list.module.css';
import { transactionsQuery } from './queries.ts';
import { readSms } from './sms.ts';

const LIST = '/admin/transactions';

const options = [
	{ value: 'all', label: 'All Statuses' },
	...Object.entries(statusWords).map(([value, label]) => ({ value, label })),
];

/** Renders the search: text applies when it is submitted, status and dates at once. A single result opens. */
export const SearchCard = memo(({ onFound }: { onFound: (id: string) => void }) => {
	const [{ search = '', status, ...days }, change] = useListState();
	const [text, setText] = useState(search);
	const client = useQueryClient();
	const navigate = useNavigate();
	const router = useRouter();
	useEffect(() => setText(search), [search]);
	const openSingle = async (searchedFor: string) => {
		const { search } = router.state.location;
		const { page: _, ...filters } = search as TransactionFilters & ListState;
		const { data, total } = await client.fetchQuery(transactionsQuery(filters, 1));
		const isShown = router.state.location.pathname === LIST && filters.search === searchedFor;
		if (total === 1 && data[0] && isShown && router.state.location.search === search)
			onFound(data[0].id);
	};
	const submit = async (event: SyntheticEvent) => {
		event.preventDefault();
		const next = searched(text) || undefined;
		setText(next ?? '');
		// Closes the payment of the previous search.
		await navigate({
			to: LIST,
			search: ({ page: _, ...before }) => ({ ...before, search: next }),
			replace: true,
			resetScroll: false,
			state: { sms: readSms(text) },
		});
		// The list shows its own errors.
		if (next) await openSingle(next).catch(() => {});
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
					data-slash
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
