import { Loader, Text } from '@mantine/core';
import {
	IconAlertTriangle,
	IconCircleCheck,
	IconCircleX,
	IconClock,
	type TablerIcon,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import type { AccountAccess } from '#shared/contract/finance/accounts.ts';
import type { TransactionWithEvidence } from '#shared/contract/finance/evidence.ts';
import {
	describeAction,
	findResultCode,
	UNDECIDED,
} from '#shared/contract/finance/result-codes.ts';
import { formatReported, settlements } from '#shared/contract/finance/settlements.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import {
	type Mark,
	marks,
	type ShownStatus,
	shownStatusWords,
} from '#shared/contract/finance/transactions-query.ts';
import { writeOffs } from '#shared/contract/finance/write-offs.ts';
import { Badge } from '../../platform/ui/controls.tsx';
import { DAY, formatInstant } from '../../platform/ui/format/dates.ts';
import { formatKsh } from '../../platform/ui/format/money.ts';
import { describeAccess, formatQuote } from '../ui/formats.ts';
import { findUnpaidRequest } from './delivery-fields.ts';
import { hasPrompt, useLiveState } from './queries.ts';
import classes from './transactions.module.css';

interface Look {
	color: ComponentProps<typeof Badge>['color'];
	icon: TablerIcon;
}

const looks: Record<ShownStatus, Look> = {
	completed: { color: 'brand', icon: IconCircleCheck },
	pending: { color: 'yellow', icon: IconClock },
	failed: { color: 'red', icon: IconCircleX },
	written_off: { color: 'gray', icon: IconCircleX },
	void: { color: 'gray', icon: IconCircleX },
};

/** Renders the status of a payment with an icon. */
export const PaymentStatus = ({
	status,
	large = false,
}: {
	status: ShownStatus;
	large?: boolean;
}) => (
	<Badge {...looks[status]} large={large}>
		{shownStatusWords[status]}
	</Badge>
);

interface OfPayment {
	transaction: Transaction;
}

/** Renders what a payment is that was written off. */
export const WriteOffBadge = ({ transaction: { written_off: as } }: OfPayment) =>
	as && <Badge color="gray">{writeOffs[as]}</Badge>;

/** Returns that more was given back than paid, in words; undefined otherwise. */
const describeOverReturn = ({ given_back, amount }: Transaction) =>
	given_back > amount ? `${formatKsh(given_back)} given back for ${formatKsh(amount)}` : undefined;

/** Renders whether a payment was refunded or reversed, in full, in part or more than in full. */
export const RefundBadge = ({ transaction }: OfPayment) => {
	const { amount, adjusted } = transaction;
	const over = describeOverReturn(transaction);
	if (over) return <Badge color="yellow">{over}</Badge>;
	return (
		adjusted > 0 && <Badge color="gray">{adjusted < amount ? 'Partly refunded' : 'Reversed'}</Badge>
	);
};

/** Renders what the payer is doing: the phone rings, they cancel, they pay. */
export const PromptState = ({ transaction }: OfPayment) => {
	const state = useLiveState(transaction.id);
	const { status, reported, amount } = transaction;
	// The stream reports a decision before the row is loaded again.
	const live = state && (status === 'pending' || state.status === status) ? state : undefined;
	if (status === 'pending' && reported)
		return (
			<Text span fz={13}>
				{formatReported(reported.amount, amount)}
			</Text>
		);
	if (!live && !hasPrompt(transaction)) return null;
	return (
		<Text span fz={13} role="status">
			{(live?.status ?? status) === 'pending' && (
				<Loader type="dots" size={16} color="yellow" mr={6} aria-hidden />
			)}
			{live?.words ?? 'Asked just now'}
		</Text>
	);
};

/** Returns why a payment needs attention, with both amounts where they differ. */
export const markText = (mark: Mark, { reported, amount }: Transaction) =>
	mark === 'amount_mismatch' && reported && reported.amount !== amount
		? `${formatReported(reported.amount, amount)}.`
		: marks[mark];

/** Renders an icon for text that needs attention. */
export const WarningIcon = () => (
	<IconAlertTriangle
		size={16}
		aria-hidden
		color="var(--ufundi-waiting)"
		style={{ verticalAlign: -3 }}
	/>
);

/** Renders the badges of a payment in a list. */
export const PaymentBadges = ({ transaction }: OfPayment) => (
	<>
		<PaymentStatus status={transaction.status} />
		{transaction.to_assign !== null && <Badge color="yellow">Not assigned</Badge>}
		{transaction.paid_twice && (
			<Badge color="yellow" className={classes.twice}>
				Possibly paid twice
			</Badge>
		)}
		<WriteOffBadge transaction={transaction} />
		<RefundBadge transaction={transaction} />
		<PromptState transaction={transaction} />
		{transaction.marks.length > 0 && (
			<Text
				span
				fz={13}
				fw={550}
				style={{ whiteSpace: 'nowrap' }}
				title={transaction.marks.map((each) => markText(each, transaction)).join(' ')}
			>
				<WarningIcon /> Needs attention
			</Text>
		)}
	</>
);

type Access = Pick<AccountAccess, 'open' | 'until'>;

/** Describes a completed payment: the access of its account, and refunds. */
const describePaid = (payment: Transaction, access: Access | null) => {
	const { mpesa_receipt_number: receipt, amount, adjusted } = payment;
	if (receipt === null) return 'Paid. M-Pesa has not sent the receipt yet.';
	if (payment.written_off)
		return `Paid, and written off: ${writeOffs[payment.written_off].toLowerCase()}. It counts in no revenue.`;
	const over = describeOverReturn(payment);
	if (over) return `Paid. ${over}.`;
	if (adjusted >= amount) return 'Paid, and refunded in full.';
	const back = adjusted > 0 ? `; ${formatKsh(adjusted)} refunded` : '';
	if (payment.to_assign !== null) return `Paid, not assigned${back}.`;
	const asked = findUnpaidRequest(payment);
	if (asked) return `Paid ${formatKsh(amount)}; we asked for ${formatKsh(asked)}. No months yet.`;
	return `Paid${back}.${access ? ` Access: ${describeAccess(access)}.` : ''}`;
};

/** Describes a payment whose booking was taken back: by whom and why, once its decisions are loaded. */
const describeVoid = (payment: Transaction | TransactionWithEvidence) => {
	const decisions = 'decisions' in payment ? payment.decisions : [];
	const { withdrawn } =
		decisions.findLast(({ what }) => what === 'booked' || what === 'payment') ?? {};
	if (!withdrawn) return 'Not counted: the booking was taken back.';
	const { by, at, reason } = withdrawn;
	return `Not counted: ${by} took the booking back on ${formatInstant(at, DAY)}. Reason: ${reason}`;
};

const describeFailure = ({ result_code, result_desc }: Transaction) => {
	if (String(result_code) === UNDECIDED) return 'Not paid.';
	const known = findResultCode(result_code, result_desc);
	if (!known && result_desc) return `Not paid. M-Pesa says: ${formatQuote(result_desc)}`;
	return `${known?.meaning ?? 'Reason unknown'}. ${describeAction(known)}`;
};

/** Describes the state of a payment for the clerk: who must act, or the access of its account. */
export const describePayment = (
	payment: Transaction | TransactionWithEvidence,
	awaited: boolean,
	access: Access | null = null,
) => {
	const { status, result_code, result_desc } = payment;
	const { reported, amount, mpesa_receipt_number: receipt } = payment;
	if (reported && (status !== 'completed' || receipt === null))
		return `${formatReported(reported.amount, amount)}.${reported.settlement ? ` Decided: ${settlements[reported.settlement.as]}.` : ''}`;
	if (status === 'completed' || status === 'written_off') return describePaid(payment, access);
	if (status === 'void') return describeVoid(payment);
	if (awaited) return 'Request sent. The result will appear here automatically.';
	if (status === 'failed') return describeFailure(payment);
	const meaning = findResultCode(result_code, result_desc)?.meaning ?? result_desc;
	return `No result yet. ${meaning ? `Last message from M-Pesa: ${meaning}.` : 'M-Pesa has not answered.'}`;
};
