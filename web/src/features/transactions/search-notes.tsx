import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { TransactionFilters } from '#shared/contract/transactions-query.ts';
import { numberOf } from '#shared/grouped.ts';
import { isMasked, maskOf, readPhone } from '#shared/phone.ts';
import { receiptsIn } from '#shared/receipts.ts';
import { useListState } from '../../ui/address/list-state.ts';
import { totalQuery } from './queries.ts';
import { ReceiptHint } from './receipt-hint.tsx';
import './sms.ts';
import classes from './transactions.module.css';

/**
 * M-Pesa masks the numbers of payments by hand. Who looks for a whole number is told how many masked
 * ones can be the same, and looks at them apart: they may be anybody's who shares what is shown.
 */
const MaskedOffer = ({ filters }: { filters: TransactionFilters }) => {
	const [, change] = useListState();
	const phone = readPhone(filters.search ?? '');
	const search = phone && maskOf(phone);
	const { data: fitting = 0 } = useQuery({
		...totalQuery({ ...filters, search }),
		enabled: phone !== undefined,
	});
	if (!search || fitting === 0) return null;
	return (
		<div className={classes.newPayments} style={{ marginTop: 12 }} role="status">
			<Text size="sm">
				{numberOf(fitting, 'payment')} with a masked number that fits,{' '}
				<span className="tabular">{search}</span>
			</Text>
			{/* With the page, so that Back leads to the number again. */}
			<Button size="xs" onClick={() => change({ search, page: undefined })}>
				Show
			</Button>
		</div>
	);
};

/** What to think of masked numbers, where they are what is looked for. */
export const MaskedNote = ({ search = '' }: TransactionFilters) =>
	isMasked(search) && (
		<Text className={classes.newPayments} size="sm">
			M-Pesa masked these numbers. Other payers can have the same digits: compare the time and the
			amount.
		</Text>
	);

interface SearchNotesProps {
	filters: TransactionFilters;
	/** How many payments were found; undefined until that is known. */
	found: number | undefined;
}

/** What there is to say of a search beside what it found. */
export const SearchNotes = ({ filters, found }: SearchNotesProps) => {
	const [receipt, ...more] = receiptsIn(filters.search ?? '');
	const sms = useLocation({ select: ({ state }) => state.sms });
	return (
		<>
			{found === 0 && sms && (
				<Text mt="sm" role="status">
					{sms.recipient
						? `This SMS is about a payment to ${sms.recipient}.`
						: 'This SMS is about Fuliza, M-Pesa’s overdraft. Ask for the SMS that names the recipient.'}
				</Text>
			)}
			{found === 0 && receipt && more.length === 0 && <ReceiptHint receipt={receipt} />}
			<MaskedOffer filters={filters} />
		</>
	);
};
