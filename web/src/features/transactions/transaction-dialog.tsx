import { Button, Group, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { resultCode, whoActs } from '#shared/contract/result-codes.ts';
import { marks, type Transaction } from '#shared/contract/transactions.ts';
import { useMay } from '../../api/account.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/failed.tsx';
import { ksh } from '../../ui/money.ts';
import { atLength, plainDay } from './formats.ts';
import { History } from './history.tsx';
import { useFollow, useTold } from './live.ts';
import { LiveWords } from './live-words.tsx';
import { PhoneNumber } from './phone-number.tsx';
import { isAwaited, transactionQuery, useCheck } from './queries.ts';
import { SettleMarks } from './settle-marks.tsx';
import { PaymentStatus } from './status-badge.tsx';
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

interface FactsProps {
	transaction: Transaction;
	/** What can be done about its marks. */
	children: ReactNode;
}

const Facts = ({ transaction: t, children }: FactsProps) => {
	const known = resultCode(t.result_code, t.result_desc);
	return (
		<>
			<Group gap="sm">
				<Text size="sm" c="dimmed">
					{atLength(t.created_at)}
				</Text>
				<span role="status">
					<PaymentStatus status={t.status} />
				</span>
				<LiveWords transaction={t} />
			</Group>
			{isAwaited(t) && (
				<Text size="sm" mt="xs">
					The payer has been asked. What they decide shows here by itself.
				</Text>
			)}
			{t.marks.map((mark) => (
				<Text key={mark} size="sm" mt="xs" fw={550}>
					{marks[mark]}
				</Text>
			))}
			{t.marks.length > 0 && children}
			<dl className={classes.facts}>
				<Fact label="Amount">{ksh(t.amount)}</Fact>
				<Fact label="M-Pesa Receipt Number">{t.mpesa_receipt_number}</Fact>
				<Fact label="Phone Number">
					<PhoneNumber key={t.id} transaction={t} />
				</Fact>
				<Fact label="Checkout Request ID">{t.checkout_request_id}</Fact>
				<Fact label="Merchant Request ID">{t.merchant_request_id}</Fact>
				<Fact label="Result Code">{t.result_code}</Fact>
				<Fact label="Result Description">{t.result_desc}</Fact>
				{(known || t.status === 'failed') && (
					<Fact label="In plain words">
						{known?.meaning ?? t.result_desc ?? 'We do not know the reason'}
						{t.status === 'failed' && `. ${whoActs(known)}`}
					</Fact>
				)}
				{t.payer_name && <Fact label="Payer">{t.payer_name}</Fact>}
				{t.account_reference && <Fact label="Account reference">{t.account_reference}</Fact>}
				<Fact label="Transaction ID">{t.id}</Fact>
			</dl>
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
};

interface TransactionDetailsProps {
	/** The payment as it was last seen. */
	row: Transaction;
	onClose: () => void;
}

/** The title of a dialog with `TransactionDetails`. */
export const DETAILS = 'Transaction Details';

/** One payment in full: what it is, what its result means, and everything that passed about it. */
export const TransactionDetails = ({ row, onClose }: TransactionDetailsProps) => {
	const found = useQuery(transactionQuery(row.id, useTold(row.id) !== undefined));
	const check = useCheck(row.id);
	const mayAct = useMay('payments:act');
	const transaction = found.data ?? row;
	useFollow([transaction]);
	return (
		<>
			{check.isError && <Failed error={check.error} fallback="M-Pesa could not be asked" />}
			<Facts transaction={transaction}>{mayAct && <SettleMarks id={transaction.id} />}</Facts>
			<Block title="History">
				{found.isError && <Failed error={found.error} fallback="Failed to fetch transaction" />}
				{found.data && <History transaction={found.data} />}
				{found.isPending && <Text size="sm">Loading history...</Text>}
			</Block>
			<Group justify="flex-end" gap="xs" mt="lg">
				{mayAct && transaction.status === 'pending' && transaction.checkout_request_id && (
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

interface TransactionDialogProps {
	opened: boolean;
	/** What is looked at, as its row has it; null where nothing is yet. */
	row: Transaction | null;
	onClose: () => void;
}

/** `TransactionDetails` in a dialog over a list. */
export const TransactionDialog = ({ opened, row, onClose }: TransactionDialogProps) => (
	<Dialog opened={opened} onClose={onClose} title={DETAILS} wide closeLabel="Close the details">
		{row && <TransactionDetails row={row} onClose={onClose} />}
	</Dialog>
);
