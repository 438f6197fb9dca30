import { Button, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { now } from '#shared/clock.ts';
import type { ReceiptHint as Hint } from '#shared/contract/finance/receipts.ts';
import { settlements } from '#shared/contract/finance/settlements.ts';
import type { TransactionFilters } from '#shared/contract/finance/transactions-query.ts';
import { formatCount } from '#shared/grouped.ts';
import { maskPhone, readPhone } from '#shared/phone.ts';
import { findReceipts } from '#shared/receipts.ts';
import { queryCall } from '../../platform/api/calls.ts';
import { useListState } from '../../platform/ui/address/list-state.ts';
import { formatMoment } from '../../platform/ui/format/dates.ts';
import { formatKsh } from '../../platform/ui/format/money.ts';
import { LinkText } from '../../platform/ui/page/links.tsx';
import { formatDate, formatTime } from '../ui/formats.ts';
import { ExpectedReceiptHint } from './expected-receipt.tsx';
import { Notice } from './notice.tsx';
import { buildTotalQuery, KEY } from './queries.ts';

/** Offers the payments whose masked number fits the number that was searched for. */
const MaskedMatches = ({ filters }: { filters: TransactionFilters }) => {
	const [, change] = useListState();
	const phone = readPhone(filters.search ?? '');
	const search = phone && maskPhone(phone);
	const { data: fitting = 0 } = useQuery({
		...buildTotalQuery({ ...filters, search }),
		enabled: phone !== undefined,
	});
	if (!search || fitting === 0) return null;
	return (
		<Notice>
			<div>
				{formatCount(fitting, 'payment')} with a masked number that fits,{' '}
				<span className="tabular">{search}</span>
			</div>
			{/* Changing the page adds a history entry, so that Back leads to the number again. */}
			<Button size="xs" onClick={() => change({ search, page: undefined })}>
				Show
			</Button>
		</Notice>
	);
};

const buildReceiptHintQuery = (receipt: string) =>
	queryOptions({
		queryKey: [KEY, 'receipt', receipt],
		queryFn: queryCall('GET /receipts/:receipt', { params: { receipt } }),
	});

const describeSilence = ({ deliveries, silences }: Hint) => {
	if (deliveries === 0) return 'nothing came from M-Pesa on that day.';
	if (silences.length === 0) return 'M-Pesa messages arrived normally that day.';
	const times = silences.map(({ from, to }) => `between ${formatTime(from)} and ${formatTime(to)}`);
	return `nothing came from M-Pesa ${times.join(', ').replace(/, (?=[^,]*$)/, ' and ')}.`;
};

const statementWords = {
	all: 'A statement of that day is imported, and this receipt is not in it.',
	part: 'A statement covers part of that day, and this receipt is not in it.',
	none: 'No statement of that day is imported yet.',
};

interface ReportedProps {
	delivery: NonNullable<Hint['delivery']>;
	receipt: string;
}

/** Describes a delivery that names the receipt but made no payment. */
const Reported = ({
	delivery: { at, amount, transaction_id: transactionId, settled_as },
	receipt,
}: ReportedProps) => (
	<div>
		M-Pesa reported {amount === null ? 'this receipt' : `${formatKsh(amount)} with this receipt`} on{' '}
		{formatMoment(at)}, and no payment has this receipt.{' '}
		{settled_as === null
			? 'The message still needs a decision.'
			: `The message was decided: ${settlements[settled_as]}.`}{' '}
		<LinkText
			to="/admin/transactions/to-check"
			search={settled_as === null ? { kind: 'unmatched' } : { kind: 'decided', search: receipt }}
		>
			Show the message
		</LinkText>
		{transactionId && (
			<>
				{' '}
				<LinkText to="/admin/transactions/$transactionId" params={{ transactionId }}>
					Show the payment that it names
				</LinkText>
			</>
		)}
	</div>
);

/** Describes what is known about a receipt without a payment, so that the clerk can answer the caller. */
const ReceiptHint = ({ receipt }: { receipt: string }) => {
	const { data: hint } = useQuery(buildReceiptHintQuery(receipt));
	if (!hint) return null;
	const { day, line, delivery, similar_receipt: similar, expected } = hint;
	const isFuture = day !== null && Date.parse(`${day}T00:00:00+03:00`) > now();
	const isUnknown = line === null && delivery === null && !isFuture;
	const recording = (
		<ExpectedReceiptHint receipt={receipt} expected={expected} isUnknown={isUnknown} />
	);
	if (similar !== null)
		return (
			<Notice>
				<div>
					No payment has the receipt {receipt}. Check the letter O and the number 0: a payment has
					the receipt{' '}
					<LinkText to="/admin/transactions" search={{ search: similar }}>
						{similar}
					</LinkText>
					{recording}
				</div>
			</Notice>
		);
	return (
		<Notice>
			<div>
				{day === null && isUnknown && <div>No payment has the receipt {receipt}.</div>}
				{delivery && <Reported delivery={delivery} receipt={receipt} />}
				{day && !delivery && (
					<div>
						The receipt is of {formatDate(day)}
						{isFuture
							? ', which is in the future. Check the receipt.'
							: `; ${describeSilence(hint)}`}
					</div>
				)}
				{line ? (
					<div>
						A statement has it: {formatKsh(line.paid_in)} at {formatTime(line.at)}, and no payment
						of ours is of that receipt.{' '}
						<LinkText to="/admin/reconciliation" search={{ month: line.month, search: receipt }}>
							Show it at the desk
						</LinkText>
					</div>
				) : (
					day !== null && !isFuture && <div>{statementWords[hint.statements]}</div>
				)}
				{recording}
			</div>
		</Notice>
	);
};

interface SearchNotesProps {
	filters: TransactionFilters;
	/** The number of matching payments; undefined while unknown. */
	total: number | undefined;
}

/** Renders hints about a search: another recipient, an unknown receipt, masked numbers. */
export const SearchNotes = ({ filters, total }: SearchNotesProps) => {
	const [receipt, ...more] = findReceipts(filters.search ?? '');
	const sms = useLocation({ select: ({ state }) => state.sms });
	return (
		<>
			{total === 0 && sms && (
				<Text mt="sm" role="status">
					{sms.recipient
						? `This SMS is about a payment to ${sms.recipient}.`
						: 'This SMS is about Fuliza, M-Pesa’s overdraft. Ask for the SMS that names the recipient.'}
				</Text>
			)}
			{total === 0 && receipt && more.length === 0 && <ReceiptHint receipt={receipt} />}
			<MaskedMatches filters={filters} />
		</>
	);
};
