import {
	IconAlertTriangle,
	IconCircleCheck,
	IconCircleX,
	IconClock,
	type TablerIcon,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { reportedWords } from '#shared/contract/settlements.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { type Mark, marks, type Status, statusWords } from '#shared/contract/transactions-query.ts';
import { Badge } from '../../ui/rows/badge.tsx';
import { isAwaited, useLiveState } from './queries.ts';
import classes from './transactions.module.css';

interface Look {
	color: ComponentProps<typeof Badge>['color'];
	icon: TablerIcon;
}

const looks: Record<Status, Look> = {
	completed: { color: 'brand', icon: IconCircleCheck },
	pending: { color: 'yellow', icon: IconClock },
	failed: { color: 'red', icon: IconCircleX },
};

/** What became of a payment: in words, with a sign, and only then in colour. */
export const PaymentStatus = ({ status, large = false }: { status: Status; large?: boolean }) => {
	const { color, icon } = looks[status];
	return (
		<Badge color={color} large={large} icon={icon}>
			{statusWords[status]}
		</Badge>
	);
};

interface OfPayment {
	transaction: Transaction;
}

/** Whether money of a payment was given back, beside its status, which stays. */
export const GivenBack = ({ transaction: { amount, adjusted } }: OfPayment) =>
	adjusted > 0 && <Badge color="gray">{adjusted < amount ? 'Partly refunded' : 'Reversed'}</Badge>;

/** Whether a payment waits for its account, beside its status. */
const NotAssigned = ({ transaction: { to_assign } }: OfPayment) =>
	to_assign !== null && <Badge color="yellow">Not assigned</Badge>;

/** Beside a payment's status, in words, what its payer does: it rings, they cancel, they pay. */
export const LiveWords = ({ transaction }: OfPayment) => {
	const state = useLiveState(transaction.id);
	// What is decided is told before the row has been read anew.
	const isNews = state && (transaction.status === 'pending' || state.status === transaction.status);
	const { status, reported, amount } = transaction;
	if (status === 'pending' && reported)
		return <span className={classes.told}>{reportedWords(reported.amount, amount)}</span>;
	if (!isNews && !isAwaited(transaction)) return null;
	return (
		<span
			className={classes.told}
			role="status"
			data-status={isNews ? state.status : transaction.status}
		>
			{isNews ? state.words : 'Asked just now'}
		</span>
	);
};

/** Says why a payment needs attention, with both amounts where they differ. */
export const markText = (mark: Mark, { reported, amount }: Transaction) =>
	mark === 'amount_mismatch' && reported && reported.amount !== amount
		? `${reportedWords(reported.amount, amount)}.`
		: marks[mark];

/** Renders the badges of a payment; its details give the reasons. */
export const Standing = ({ transaction }: OfPayment) => (
	<>
		<PaymentStatus status={transaction.status} />
		<NotAssigned transaction={transaction} />
		{transaction.paid_twice && (
			<Badge color="yellow" className={classes.twice}>
				Possibly paid twice
			</Badge>
		)}
		<GivenBack transaction={transaction} />
		<LiveWords transaction={transaction} />
		{transaction.marks.length > 0 && (
			<span
				className={classes.review}
				title={transaction.marks.map((each) => markText(each, transaction)).join(' ')}
			>
				<IconAlertTriangle size={16} aria-hidden /> Needs attention
			</span>
		)}
	</>
);
