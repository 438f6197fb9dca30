import { Box, Button, Divider, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StaffAccess } from '#shared/contract/finance/accounts.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { isHidden } from '#shared/phone.ts';
import { LeaveGuard } from '../../platform/ui/dialog/leave-guard.tsx';
import { useTyped } from '../../platform/ui/dialog/typed.ts';
import { Facts } from '../../platform/ui/facts.tsx';
import { formatKsh } from '../../platform/ui/format/money.ts';
import { Failed } from '../../platform/ui/loading/failed.tsx';
import { useRetryFailed } from '../../platform/ui/loading/loaded.tsx';
import { Loading } from '../../platform/ui/loading/loading.tsx';
import { lazyPart } from '../../platform/ui/loading/on-demand.tsx';
import { CopyButton } from '../../platform/ui/page/copy-button.tsx';
import { LinkText } from '../../platform/ui/page/links.tsx';
import { describeAccess, formatFull, formatLongDate } from '../ui/formats.ts';
import { History } from './history.tsx';
import { PaymentActions } from './payment-actions.tsx';
import { PaymentChecks } from './payment-checks.tsx';
import {
	describePayment,
	markText,
	PaymentStatus,
	PromptState,
	RefundBadge,
	WarningIcon,
	WriteOffBadge,
} from './payment-status.tsx';
import { PhoneNumber } from './phone-number.tsx';
import {
	buildAccessQuery,
	buildTransactionQuery,
	hasPrompt,
	useFollow,
	useLiveState,
} from './queries.ts';

const [SayThis] = lazyPart(() => import('./say-this.tsx'), 'SayThis', <Loading height={280} />);

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
	<section>
		<Divider mt="lg" mb="md" />
		<Title order={3} size="h5" mb="sm">
			{title}
		</Title>
		{children}
	</section>
);

const renderCopyable = (label: string, value: string | null) =>
	value && (
		<>
			{value} {!isHidden(value) && <CopyButton small value={value} label={`Copy ${label}`} />}
		</>
	);

/** Lists the request of a payment and its result; a payment to the paybill without a request has one line for all. */
const listRequestFacts = (t: Transaction) => {
	const facts = {
		'Checkout Request ID': renderCopyable('Checkout Request ID', t.checkout_request_id),
		'Merchant Request ID': renderCopyable('Merchant Request ID', t.merchant_request_id),
		'Result Code': t.result_code,
		'Result Description': t.result_desc,
	};
	return Object.values(facts).every((value) => value === null)
		? { [Object.keys(facts).join(', ')]: null }
		: facts;
};

const listFacts = (t: Transaction) => ({
	'M-Pesa Receipt Number': renderCopyable('M-Pesa Receipt Number', t.mpesa_receipt_number),
	'Phone Number': <PhoneNumber key={t.id} transaction={t} />,
	Payer: t.payer_name || undefined,
	'Account reference': t.account_reference || undefined,
	'Assigned to': t.assigned_reference || undefined,
	'Net of reversals': t.adjusted > 0 ? formatKsh(t.amount - t.adjusted) : undefined,
	...listRequestFacts(t),
	'Transaction ID': renderCopyable('Transaction ID', t.id),
});

/** Renders the reasons why a payment needs attention, except for one that the headline already shows. */
const Warnings = ({ transaction: t }: { transaction: Transaction }) => (
	<>
		{t.marks
			.filter(
				(mark) =>
					mark !== 'amount_mismatch' ||
					!t.reported ||
					t.status === 'completed' ||
					t.status === 'written_off',
			)
			.map((mark) => (
				<Text key={mark} size="sm" mt="xs">
					<WarningIcon /> {markText(mark, t)}
				</Text>
			))}
		{t.paid_twice && (
			<Text size="sm" mt="xs">
				<WarningIcon /> Possibly paid twice: another payment has the same phone, account and amount
				within ten minutes.{' '}
				<LinkText
					to="/admin/transactions/$transactionId"
					params={{ transactionId: t.paid_twice }}
					search
					replace
				>
					Show the other payment
				</LinkText>
			</Text>
		)}
	</>
);

/** Describes how the dates of a payment relate to the access of its account. */
const describePeriod = ({ id }: Transaction, access: StaffAccess) => {
	const own = access.payments.find(({ transaction_id }) => transaction_id === id);
	const first = own?.counts === false ? 'This payment does not count' : 'Months of this payment';
	return `${first}. Account ${access.account}: ${describeAccess(access)}.`;
};

interface TransactionDetailsProps {
	/** The payment as the list has it. */
	row: Transaction;
	onClose: () => void;
}

/** Renders a payment in full: its state, what to tell the payer, its actions, fields and history. */
export const TransactionDetails = ({ row, onClose }: TransactionDetailsProps) => {
	const details = useQuery(buildTransactionQuery(row.id, useLiveState(row.id) !== undefined));
	const retry = useRetryFailed();
	const { handlers, ...input } = useTyped();
	const t = details.data ?? row;
	const { data: access = null } = useQuery(buildAccessQuery(t));
	useFollow([t]);
	return (
		<div {...handlers}>
			<LeaveGuard input={input} />
			<Group justify="space-between" gap="8px 16px">
				<dl>
					<Text component="dt" fz={13} c="dimmed">
						Amount
					</Text>
					<Text component="dd" fz={{ base: 24, xs: 28 }} fw={650} lh={1.2}>
						{formatKsh(t.amount)}
					</Text>
				</dl>
				<span role="status">
					<PaymentStatus status={t.status} large />
				</span>
				<WriteOffBadge transaction={t} />
				<RefundBadge transaction={t} />
			</Group>
			<Text size="sm" c="dimmed">
				{formatFull(t.created_at)}
			</Text>
			{!t.reported && <PromptState transaction={t} />}
			<Text mt="xs" fw={550}>
				{describePayment(t, hasPrompt(t), access)}
			</Text>
			<Warnings transaction={t} />
			{details.data && <PaymentChecks transaction={details.data} />}
			<SayThis transaction={t} awaited={hasPrompt(t)} />
			<PaymentActions transaction={t} />
			<Facts of={listFacts(t)} />
			<Block title="History">
				{details.isError && (
					<Failed
						error={details.error}
						fallback="Failed to fetch transaction"
						retry={retry}
						retrying={details.isFetching}
					/>
				)}
				{details.data && <History transaction={details.data} />}
				{details.isPending && <Text size="sm">Loading history...</Text>}
			</Block>
			{t.start_date && t.end_date && (
				<Block title="Subscription Period">
					<Facts
						mt={0}
						of={{
							'Start Date': formatLongDate(t.start_date),
							'End Date': formatLongDate(t.end_date),
						}}
					/>
					{access && (
						<Text size="sm" c="dimmed" mt="xs">
							{describePeriod(t, access)}
						</Text>
					)}
				</Block>
			)}
			<Block title="Transaction Timestamps">
				<Facts
					mt={0}
					of={{
						Created: formatFull(t.created_at),
						Updated: formatFull(t.updated_at),
						"Paid, by M-Pesa's clock": t.paid_at ? formatFull(t.paid_at) : undefined,
					}}
				/>
			</Block>
			<Box mt="lg" ta="right">
				<Button variant="default" onClick={onClose}>
					Close
				</Button>
			</Box>
		</div>
	);
};
