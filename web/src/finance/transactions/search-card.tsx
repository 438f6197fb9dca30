import { ActionIcon, Box, Button, Group, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { memo, type SyntheticEvent, useEffect, useState } from 'react';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import {
	statusWords,
	type TransactionFilters,
} from '#shared/contract/finance/transactions-query.ts';
import { isBackwards } from '#shared/day-range.ts';
import { toSearchText } from '#shared/receipts.ts';
import { foldText } from '#shared/search-key.ts';
import { type ListState, useListState } from '../../platform/ui/address/list-state.ts';
import { DayField, useDay } from '../../platform/ui/fields/day-field.tsx';
import { FilterField, Filters } from '../../platform/ui/table/filter-bar.tsx';
import { buildTransactionsQuery } from './queries.ts';
import classes from './transactions.module.css';

/** Parts of a pasted M-Pesa SMS other than the receipt. */
export interface Sms {
	/** The recipient of the payment: 'NAIVAS'. */
	recipient?: string | undefined;
	/** Whether it is about Fuliza, M-Pesa's overdraft. */
	isFuliza?: boolean;
}

declare module '@tanstack/react-router' {
	interface HistoryState {
		/** The SMS of the search; the URL has only its receipt. */
		sms?: Sms | undefined;
	}
}

const RECIPIENT =
	/(?:sent|paid) to (?<en>.+?)(?: for account .*?)?\.? on \d|(?:imetumwa|zimetumwa|imelipwa|zimelipwa) kwa (?<sw>.+?)(?: kwa akaunti .*?)?\.? (?:tarehe|siku|mnamo) \d/i;

/** Reads the recipient and the word Fuliza in a pasted SMS; undefined if it has neither. */
export const readSms = (text: string): Sms | undefined => {
	const { en, sw } = RECIPIENT.exec(text.replace(/\s+/g, ' '))?.groups ?? {};
	// A phone number follows the name of a person.
	const recipient = (en ?? sw)?.replace(/\s+\+?\d{9,12}$/, '').trim();
	const isFuliza = /fuliza/i.test(text);
	return recipient || isFuliza ? { recipient, isFuliza } : undefined;
};

/** Shorter texts are in the request id of some payment by chance, for example as its time. */
const CHANCE_LENGTH = 8;

/** Returns whether a payment has a text where a caller can mean it, and not only inside a request id. */
export const isMeant = (text: string, payment: Transaction) => {
	const { mpesa_receipt_number, phone_number, payer_name, account_reference, amount } = payment;
	const shown = [mpesa_receipt_number, phone_number, payer_name, account_reference, amount];
	const fold = (value: unknown) => foldText(`${value ?? ''}`).replace(/[\s.-]/g, '');
	const spellings = [fold(text), fold(text).replace(/^0/, '254')];
	return (
		text.length >= CHANCE_LENGTH ||
		[...shown, payment.assigned_reference].some((value) =>
			spellings.some((spelling) => fold(value).includes(spelling)),
		)
	);
};

const LIST = '/admin/transactions';

/** Renders the search: text applies when it is submitted, status and dates at once. A single result opens. */
export const SearchCard = memo(({ onFound }: { onFound: (id: string) => void }) => {
	const [{ search = '', ...days }] = useListState();
	const [text, setText] = useState(search);
	const client = useQueryClient();
	const navigate = useNavigate();
	const router = useRouter();
	useEffect(() => setText(search), [search]);
	const openSingle = async (text: string) => {
		const { search } = router.state.location;
		const { page: _, ...filters } = search as TransactionFilters & ListState;
		const { data, total } = await client.fetchQuery(buildTransactionsQuery(filters, 1));
		const { location } = router.state;
		const isHere = location.pathname === LIST && location.search === search;
		if (total === 1 && data[0] && isHere && isMeant(text, data[0])) onFound(data[0].id);
	};
	const submit = async (event: SyntheticEvent) => {
		event.preventDefault();
		const next = toSearchText(text) || undefined;
		setText(next ?? '');
		// Also closes the payment of the previous search.
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
		<Box
			component="search"
			className={`boxed ${classes.search}`}
			display="block"
			p={{ base: '8px 16px', xs: '10px 20px 14px' }}
			mb={{ base: 8, xs: 10 }}
		>
			<Title order={2} fz={{ base: 14, xs: 16 }}>
				Search Transactions
			</Title>
			<form noValidate onSubmit={submit}>
				<Group align="end" gap="sm" mt={{ xs: 4 }}>
					<TextInput
						flex="1 1 10rem"
						label="Search by Receipt, Phone, or Request ID"
						miw={0}
						labelProps={{ fz: { base: 12, xs: 14 }, style: { whiteSpace: 'nowrap' } }}
						placeholder="Search..."
						type="search"
						data-search
						data-slash
						value={text}
						onChange={(event) => setText(event.currentTarget.value)}
						maxLength={1000}
						rightSection={
							<ActionIcon type="submit" hiddenFrom="xs" aria-label="Search">
								<IconSearch size={18} aria-hidden />
							</ActionIcon>
						}
					/>
					<Button type="submit" visibleFrom="xs" leftSection={<IconSearch size={18} aria-hidden />}>
						Search
					</Button>
					<Filters names={['status', 'from', 'to']} wrong={isBackwards(days)}>
						<FilterField
							isLabelled
							name="status"
							label="Status"
							all="All Statuses"
							options={statusWords}
						/>
						<Group gap="sm" wrap="nowrap" grow align="end" w={{ base: '100%', xs: 'auto' }}>
							<DayField label="From" what="From" {...useDay('from')} />
							<DayField label="To" what="To" {...useDay('to')} />
						</Group>
					</Filters>
				</Group>
			</form>
		</Box>
	);
});
