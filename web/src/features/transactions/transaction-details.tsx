import { Button, Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Transaction } from '#shared/contract/transactions.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Failed } from '../../ui/loading/failed.tsx';
import { useRetryFailed } from '../../ui/loading/loaded.tsx';
import { late } from '../../ui/loading/on-demand.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { ksh } from '../../ui/money.ts';
import { LinkText } from '../../ui/page/links.tsx';
import { Descriptions } from '../../ui/page/section.tsx';
import { atLength, longDay } from './formats.ts';
import { History } from './history.tsx';
import { useFollow } from './live.ts';
import { inOneSentence } from './one-sentence.ts';
import { PaymentActions } from './payment-actions.tsx';
import looks from './payment-drawer.module.css';
import { GivenBack, LiveWords, markText, PaymentStatus } from './payment-status.tsx';
import { PhoneNumber } from './phone-number.tsx';
import { isAwaited, transactionQuery, useLiveState } from './queries.ts';
import { SettleMarks } from './settle-marks.tsx';
import classes from './transactions.module.css';

const [SayThis] = late(() => import('./say-this.tsx'), 'SayThis', <Skeleton height={280} />);

/** Each under what it is called; nothing is said of what is undefined. */
const Facts = ({ of }: { of: Readonly<Record<string, ReactNode>> }) => {
	const told = Object.entries(of).flatMap(([label, value]) =>
		value === undefined ? [] : [[label, value === null || value === '' ? 'N/A' : value]],
	);
	return <Descriptions className={`${classes.facts} tabular`} of={Object.fromEntries(told)} />;
};

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
	<section className={classes.block}>
		<Title order={3} size="h5">
			{title}
		</Title>
		{children}
	</section>
);

/** Values that are read out or pasted somewhere else. */
const copied = (values: Readonly<Record<string, string | null>>) =>
	Object.fromEntries(
		Object.entries(values).map(([label, value]) => [
			label,
			value && (
				<span className={looks.copied}>
					{value}
					<CopyButton value={value} label={`Copy ${label}`} />
				</span>
			),
		]),
	);

const factsOf = (t: Transaction) => ({
	...copied({ 'M-Pesa Receipt Number': t.mpesa_receipt_number }),
	'Phone Number': <PhoneNumber key={t.id} transaction={t} />,
	Payer: t.payer_name || undefined,
	'Account reference': t.account_reference || undefined,
	'Assigned to': t.assigned_reference || undefined,
	'Net of reversals': t.adjusted > 0 ? ksh(t.amount - t.adjusted) : undefined,
	...copied({
		'Checkout Request ID': t.checkout_request_id,
		'Merchant Request ID': t.merchant_request_id,
	}),
	'Result Code': t.result_code,
	'Result Description': t.result_desc,
	...copied({ 'Transaction ID': t.id }),
});

const Times = ({ transaction: t }: { transaction: Transaction }) => (
	<>
		{t.start_date && t.end_date && (
			<Block title="Subscription Period">
				<Facts of={{ 'Start Date': longDay(t.start_date), 'End Date': longDay(t.end_date) }} />
			</Block>
		)}
		<Block title="Transaction Timestamps">
			<Facts
				of={{
					Created: atLength(t.created_at),
					Updated: atLength(t.updated_at),
					"Paid, by M-Pesa's clock": t.paid_at ? atLength(t.paid_at) : undefined,
				}}
			/>
		</Block>
	</>
);

/** Returns the marks without the one that the headline says already. */
const shownMarks = ({ marks, reported, status }: Transaction) =>
	reported && status !== 'completed' ? marks.filter((mark) => mark !== 'amount_mismatch') : marks;

interface TransactionDetailsProps {
	/** The payment as it was last seen. */
	row: Transaction;
	onClose: () => void;
}

/** The title of a dialog with `TransactionDetails`. */
export const DETAILS = 'Transaction Details';

/** One payment in full: what it is, what to tell a caller of it, and everything that passed about it. */
export const TransactionDetails = ({ row, onClose }: TransactionDetailsProps) => {
	const found = useQuery(transactionQuery(row.id, useLiveState(row.id) !== undefined));
	const retry = useRetryFailed();
	const t = found.data ?? row;
	useFollow([t]);
	return (
		<>
			<div className={looks.top}>
				<dl>
					<dt>Amount</dt>
					<dd className="tabular">{ksh(t.amount)}</dd>
				</dl>
				<span role="status">
					<PaymentStatus status={t.status} large />
				</span>
				<GivenBack transaction={t} />
			</div>
			<Text size="sm" c="dimmed">
				{atLength(t.created_at)}
			</Text>
			{!t.reported && <LiveWords transaction={t} />}
			<Text mt="xs" fw={550}>
				{inOneSentence(t, isAwaited(t))}
			</Text>
			{shownMarks(t).map((mark) => (
				<Text key={mark} size="sm" mt="xs" className={looks.mark}>
					<IconAlertTriangle size={16} aria-hidden /> {markText(mark, t)}
				</Text>
			))}
			{t.paid_twice && (
				<Text size="sm" mt="xs" className={looks.mark}>
					<IconAlertTriangle size={16} aria-hidden /> Possibly paid twice: another payment has the
					same phone, account and amount within ten minutes.{' '}
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
			{found.data && <SettleMarks transaction={found.data} />}
			<SayThis transaction={t} awaited={isAwaited(t)} />
			<PaymentActions transaction={t} />
			<Facts of={factsOf(t)} />
			<Block title="History">
				{found.isError && (
					<Failed
						error={found.error}
						fallback="Failed to fetch transaction"
						retry={retry}
						retrying={found.isFetching}
					/>
				)}
				{found.data && <History transaction={found.data} />}
				{found.isPending && <Text size="sm">Loading history...</Text>}
			</Block>
			<Times transaction={t} />
			<Group justify="flex-end" mt="lg">
				<Button variant="default" onClick={onClose}>
					Close
				</Button>
			</Group>
		</>
	);
};
