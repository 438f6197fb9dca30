import { Button, NativeSelect, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { resultCode } from '#shared/contract/result-codes.ts';
import { ANY_MARK, marks, NO_CODE } from '#shared/contract/transactions.ts';
import { isBackwards } from '#shared/day-range.ts';
import { searched } from '#shared/receipts.ts';
import { useDay } from '../../ui/list/days.tsx';
import { Filters } from '../../ui/list/filters.tsx';
import { useListState } from '../../ui/list-state.ts';
import classes from './transactions.module.css';

const options = [
	{ value: 'all', label: 'All Statuses' },
	{ value: 'completed', label: 'Completed' },
	{ value: 'pending', label: 'Pending' },
	{ value: 'failed', label: 'Failed' },
];

const reason = (code: string) =>
	code === NO_CODE
		? 'no result code'
		: `${resultCode(code)?.meaning ?? 'for a reason that we do not know'} (code ${code})`;

const markWords = (mark: string) =>
	mark in marks ? `Needs a look: ${marks[mark as keyof typeof marks]}` : 'Needs a look';

/** A filter that a link from elsewhere has set, and the way out of it. */
const OnlyThose = ({ children, onClear }: { children: string; onClear: () => void }) => (
	<div className={classes.only}>
		<span>
			Only: <strong>{children}</strong>
		</span>
		<Button variant="default" size="xs" onClick={onClear}>
			Show all
		</Button>
	</div>
);

/** Looks for payments. The text counts when it is submitted; status and dates count at once. */
export const SearchCard = () => {
	const [{ search = '', status, result_code, age, mark, ...days }, change] = useListState();
	const [text, setText] = useState(search);
	useEffect(() => setText(search), [search]);
	const submit = (event: SyntheticEvent) => {
		event.preventDefault();
		setText(searched(text));
		change({ search: searched(text) || undefined });
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
					<TextInput label="From" {...useDay('from')} />
					<TextInput label="To" {...useDay('to')} />
				</Filters>
				<Button type="submit" leftSection={<IconSearch size={18} aria-hidden />}>
					Search
				</Button>
			</form>
			{result_code && (
				<OnlyThose onClear={() => change({ result_code: undefined })}>
					{`Failed: ${reason(result_code)}`}
				</OnlyThose>
			)}
			{mark ? (
				<OnlyThose onClear={() => change({ mark: undefined })}>{markWords(mark)}</OnlyThose>
			) : (
				<Button
					className={classes.marked}
					variant="subtle"
					size="xs"
					leftSection={<IconAlertTriangle size={16} aria-hidden />}
					onClick={() => change({ mark: ANY_MARK })}
				>
					Only what needs a look
				</Button>
			)}
			{age && (
				<OnlyThose onClear={() => change({ age: undefined })}>{`Pending for ${age}`}</OnlyThose>
			)}
		</search>
	);
};
