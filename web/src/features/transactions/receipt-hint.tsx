import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReceiptHint as Hint } from '#shared/contract/receipt-hint.ts';
import { settlements } from '#shared/contract/strays.ts';
import { fetchData } from '../../api/client.ts';
import { dayIn } from '../../ui/dates/dates.ts';
import { ksh } from '../../ui/money.ts';
import { LinkText } from '../../ui/page/links.tsx';
import { atLength, clock } from './formats.ts';
import { KEY } from './queries.ts';
import classes from './transactions.module.css';

const dayOf = (day: string) => dayIn(day, 'dd MMMM yyyy').replace(/^0/, '');

const silence = ({ deliveries, silences }: Hint) => {
	if (deliveries === 0) return 'nothing came from M-Pesa on that day.';
	if (silences.length === 0) return 'M-Pesa was never silent for long on that day.';
	const times = silences.map(({ from, to }) => `between ${clock(from)} and ${clock(to)}`);
	return `nothing came from M-Pesa ${times.join(', ').replace(/, (?=[^,]*$)/, ' and ')}.`;
};

const statement = {
	all: 'A statement of that day has been taken in, and this receipt is not in it.',
	part: 'A statement covers part of that day, and this receipt is not in it.',
	none: 'No statement of that day has been taken in yet.',
};

/** What a receipt tells that no payment has. */
const receiptHintQuery = (receipt: string) =>
	queryOptions({
		queryKey: [KEY, 'receipt', receipt],
		queryFn: fetchData<Hint>(`/receipts/${encodeURIComponent(receipt)}`),
	});

interface ReportedProps {
	delivery: NonNullable<Hint['delivery']>;
	receipt: string;
}

/** M-Pesa did speak of the receipt, only not so that a payment came of it. */
const Reported = ({ delivery: { at, amount, settled_as }, receipt }: ReportedProps) => (
	<Text>
		M-Pesa reported {amount === null ? 'this receipt' : `${ksh(amount)} with this receipt`} on{' '}
		{atLength(at)}, and no payment has this receipt.{' '}
		{settled_as === null
			? 'The delivery still needs a decision.'
			: `The delivery is settled: ${settlements[settled_as]}.`}{' '}
		<LinkText
			to="/admin/transactions/strays"
			search={{ search: receipt, ...(settled_as !== null && { state: 'settled' }) }}
		>
			Show the delivery
		</LinkText>
	</Text>
);

/** A payment has the receipt with a zero where a letter O was typed, or the other way around. */
const Instead = ({ receipt, instead }: { receipt: string; instead: string }) => (
	<div className={classes.newPayments} style={{ marginTop: 12 }} role="status">
		<Text>
			No payment has the receipt {receipt}. Check the letter O and the number 0: a payment has the
			receipt{' '}
			<LinkText to="/admin/transactions" search={{ search: instead }}>
				{instead}
			</LinkText>
		</Text>
	</div>
);

/** What a receipt that was looked for and not found tells, so that the caller can be answered. */
export const ReceiptHint = ({ receipt }: { receipt: string }) => {
	const { data: hint } = useQuery(receiptHintQuery(receipt));
	if (!hint) return null;
	const { day, line, delivery, instead } = hint;
	if (instead !== null) return <Instead receipt={receipt} instead={instead} />;
	if (day === null && line === null && delivery === null) return null;
	const ahead = day !== null && Date.parse(`${day}T00:00:00+03:00`) > Date.now();
	return (
		<div className={classes.newPayments} style={{ marginTop: 12 }} role="status">
			<div>
				{delivery && <Reported delivery={delivery} receipt={receipt} />}
				{day && !delivery && (
					<Text>
						The receipt is of {dayOf(day)}
						{ahead ? ', which is still to come: has it been read right?' : `; ${silence(hint)}`}
					</Text>
				)}
				{line ? (
					<Text mt={4}>
						A statement has it: {ksh(line.paid_in)} at {clock(line.at)}, and no payment of ours is
						of that receipt.{' '}
						<LinkText to="/admin/reconciliation" search={{ month: line.month, search: receipt }}>
							Show it at the desk
						</LinkText>
					</Text>
				) : (
					!ahead && <Text mt={4}>{statement[hint.statements]}</Text>
				)}
			</div>
		</div>
	);
};
