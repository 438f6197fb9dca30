import { Text } from '@mantine/core';
import type { Transaction } from '#shared/contract/transactions.ts';
import { isHidden } from '#shared/phone.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ksh } from '../../ui/money.ts';
import type { Column } from '../../ui/table/columns.ts';
import { otherPaidDay, plainDay, shownPhone, when } from './formats.ts';
import { Standing } from './payment-status.tsx';
import classes from './transactions.module.css';

/** What is told in words, in two lines where it must; M-Pesa stays in one of them. */
const Words = ({ children }: { children: string }) => {
	const at = children.indexOf('M-Pesa');
	return (
		<span className={classes.words}>
			{children.slice(0, at)}
			<span>{children.slice(at)}</span>
		</span>
	);
};

interface CopiedProps {
	value: string | null;
	what: string;
	/** How people read it, where that is not what is copied. */
	shown?: (value: string) => string;
}

const Copied = ({ value, what, shown = (text) => text }: CopiedProps) =>
	value === null ? (
		<Text size="sm" c="dimmed">
			N/A
		</Text>
	) : (
		<span className={classes.copied}>
			{shown(value) === value ? (
				<span className="tabular">{value}</span>
			) : (
				<Words>{shown(value)}</Words>
			)}
			{!isHidden(value) && <CopyButton value={value} label={`Copy ${what} ${shown(value)}`} />}
		</span>
	);

/** The columns of the payments. The server sorts: newest first. */
export const transactionColumns: readonly Column<Transaction>[] = [
	{
		id: 'created_at',
		header: 'Transaction Date',
		title: true,
		draw: (transaction) => {
			const { day, time } = when(transaction.created_at);
			const paid = otherPaidDay(transaction);
			return (
				<>
					<time dateTime={transaction.created_at} className={classes.when}>
						<span>{day}</span> <span className={classes.time}>{time}</span>
					</time>
					{paid && <span className={classes.paid}>Paid {paid}</span>}
				</>
			);
		},
	},
	{
		id: 'mpesa_receipt_number',
		header: 'Receipt Number',
		draw: (transaction) => <Copied value={transaction.mpesa_receipt_number} what="receipt" />,
	},
	{
		id: 'phone_number',
		header: 'Phone Number',
		draw: (transaction) => (
			<>
				<Copied value={transaction.phone_number} what="phone number" shown={shownPhone} />
				{transaction.payer_name && (
					<Text size="sm" c="dimmed" lineClamp={1} maw="11rem" title={transaction.payer_name}>
						{transaction.payer_name}
					</Text>
				)}
			</>
		),
	},
	{
		id: 'amount',
		header: 'Amount',
		numeric: true,
		draw: ({ amount, adjusted }) => (
			<span className="tabular">
				{ksh(amount)}
				{adjusted > 0 && <span className={classes.paid}>{ksh(amount - adjusted)} net</span>}
			</span>
		),
	},
	{
		id: 'status',
		header: 'Status',
		draw: (transaction) => (
			<span className={classes.status}>
				<Standing transaction={transaction} />
			</span>
		),
	},
	{
		id: 'validity',
		header: 'Validity',
		draw: ({ start_date, end_date }) =>
			start_date &&
			end_date && (
				<span className={classes.validity}>
					<span>From: {plainDay(start_date)}</span>
					<span>To: {plainDay(end_date)}</span>
				</span>
			),
	},
];
