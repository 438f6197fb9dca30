import { Button, Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Transaction } from '#shared/contract/transactions.ts';
import { marks } from '#shared/contract/transactions-query.ts';
import { useMay } from '../../api/account.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Failed } from '../../ui/failed.tsx';
import { useRetryFailed } from '../../ui/loaded.tsx';
import { ksh } from '../../ui/money.ts';
import { useCheck } from './acts.ts';
import { atLength, plainDay } from './formats.ts';
import { History } from './history.tsx';
import { inOneSentence } from './in-one-sentence.ts';
import { useFollow } from './live.ts';
import { useLiveState } from './live-state.ts';
import { LiveWords } from './live-words.tsx';
import { PaymentActions } from './payment-actions.tsx';
import looks from './payment-drawer.module.css';
import { PhoneNumber } from './phone-number.tsx';
import { isAwaited, transactionQuery } from './queries.ts';
import { SayThis } from './say-this.tsx';
import { SettleMarks } from './settle-marks.tsx';
import { GivenBack, PaymentStatus } from './status-badge.tsx';
import classes from './transactions.module.css';

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
	<div>
		<dt>{label}</dt>
		<dd className="tabular">{children === null || children === '' ? 'N/A' : children}</dd>
	</div>
);

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
	<section className={classes.block}>
		<Title order={3} size="h5">
			{title}
		</Title>
		{children}
	</section>
);

/** A value that is read out or pasted somewhere else. */
const Copied = ({ label, value }: { label: string; value: string | null }) => (
	<Fact label={label}>
		{value && (
			<span className={looks.copied}>
				{value}
				<CopyButton value={value} label={`Copy ${label}`} />
			</span>
		)}
	</Fact>
);

const Facts = ({ transaction: t }: { transaction: Transaction }) => (
	<dl className={classes.facts}>
		<Copied label="M-Pesa Receipt Number" value={t.mpesa_receipt_number} />
		<Fact label="Phone Number">
			<PhoneNumber key={t.id} transaction={t} />
		</Fact>
		{t.payer_name && <Fact label="Payer">{t.payer_name}</Fact>}
		{t.account_reference && <Fact label="Account reference">{t.account_reference}</Fact>}
		{t.assigned_reference && <Fact label="Assigned to">{t.assigned_reference}</Fact>}
		{t.adjusted > 0 && <Fact label="Net of reversals">{ksh(t.amount - t.adjusted)}</Fact>}
		<Fact label="Result Code">{t.result_code}</Fact>
		<Fact label="Result Description">{t.result_desc}</Fact>
	</dl>
);

const Times = ({ transaction: t }: { transaction: Transaction }) => (
	<>
		{t.start_date && t.end_date && (
			<Block title="Subscription Period">
				<dl className={classes.facts}>
					<Fact label="Start Date">{plainDay(t.start_date)}</Fact>
					<Fact label="End Date">{plainDay(t.end_date)}</Fact>
				</dl>
			</Block>
		)}
		<Block title="Transaction Timestamps">
			<dl className={classes.facts}>
				<Fact label="Created">{atLength(t.created_at)}</Fact>
				<Fact label="Updated">{atLength(t.updated_at)}</Fact>
				{t.paid_at && <Fact label="Paid, by M-Pesa's clock">{atLength(t.paid_at)}</Fact>}
			</dl>
		</Block>
	</>
);

const Ids = ({ transaction: t, unfolded }: { transaction: Transaction; unfolded: boolean }) => (
	<details className={looks.ids} open={unfolded}>
		<summary>Technical ids</summary>
		<dl className={classes.facts}>
			<Copied label="Checkout Request ID" value={t.checkout_request_id} />
			<Copied label="Merchant Request ID" value={t.merchant_request_id} />
			<Copied label="Transaction ID" value={t.id} />
		</dl>
	</details>
);

interface TransactionDetailsProps {
	/** The payment as it was last seen. */
	row: Transaction;
	/** Ids that hardly anybody reads stand open. */
	unfolded?: boolean;
	onClose: () => void;
}

/** The title of a dialog with `TransactionDetails`. */
export const DETAILS = 'Transaction Details';

/** One payment in full: what it is, what to tell a caller of it, and everything that passed about it. */
export const TransactionDetails = ({ row, unfolded = true, onClose }: TransactionDetailsProps) => {
	const found = useQuery(transactionQuery(row.id, useLiveState(row.id) !== undefined));
	const check = useCheck(row.id);
	const retry = useRetryFailed();
	const mayAct = useMay('payments:act');
	const t = found.data ?? row;
	useFollow([t]);
	return (
		<>
			{check.isError && <Failed error={check.error} fallback="M-Pesa could not be asked" />}
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
			<LiveWords transaction={t} />
			<Text mt="xs" fw={550}>
				{inOneSentence(t, isAwaited(t))}
			</Text>
			{t.marks.map((mark) => (
				<Text key={mark} size="sm" mt="xs" className={looks.mark}>
					<IconAlertTriangle size={16} aria-hidden /> {marks[mark]}
				</Text>
			))}
			{t.marks.length > 0 && mayAct && <SettleMarks id={t.id} />}
			<SayThis transaction={t} awaited={isAwaited(t)} />
			<PaymentActions transaction={t} />
			<Facts transaction={t} />
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
			<Ids transaction={t} unfolded={unfolded} />
			<Group justify="flex-end" gap="xs" mt="lg">
				{mayAct && t.status === 'pending' && t.checkout_request_id && (
					<Button
						leftSection={<IconRefresh size={18} aria-hidden />}
						loading={check.isPending}
						onClick={() => check.mutate()}
					>
						Check with M-Pesa
					</Button>
				)}
				<Button variant="default" onClick={onClose}>
					Close
				</Button>
			</Group>
		</>
	);
};
