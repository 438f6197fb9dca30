import { Text } from '@mantine/core';
import type { Transaction } from '#shared/contract/transactions.ts';
import { isHidden } from '#shared/phone.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ksh } from '../../ui/money.ts';
import { columnsOf } from '../../ui/table/columns.ts';
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

const column = columnsOf<Transaction>();

/** The columns of the payments. The server sorts: newest first. */
export const transactionColumns = column.columns([
	column.accessor('created_at', {
		header: 'Transaction Date',
		enableSorting: false,
		meta: { title: true },
		cell: ({ row }) => {
			const { day, time } = when(row.original.created_at);
			const paid = otherPaidDay(row.original);
			return (
				<>
					<time dateTime={row.original.created_at} className={classes.when}>
						<span>{day}</span> <span className={classes.time}>{time}</span>
					</time>
					{paid && <span className={classes.paid}>Paid {paid}</span>}
				</>
			);
		},
	}),
	column.accessor('mpesa_receipt_number', {
		header: 'Receipt Number',
		enableSorting: false,
		cell: ({ row }) => <Copied value={row.original.mpesa_receipt_number} what="receipt" />,
	}),
	column.accessor('phone_number', {
		header: 'Phone Number',
		enableSorting: false,
		cell: ({ row }) => (
			<Copied value={row.original.phone_number} what="phone number" shown={shownPhone} />
		),
	}),
	column.accessor('amount', {
		header: 'Amount',
		enableSorting: false,
		meta: { numeric: true },
		cell: ({ row: { original } }) => (
			<span className="tabular">
				{ksh(original.amount)}
				{original.adjusted > 0 && (
					<span className={classes.paid}>{ksh(original.amount - original.adjusted)} net</span>
				)}
			</span>
		),
	}),
	column.accessor('status', {
		header: 'Status',
		enableSorting: false,
		cell: ({ row: { original } }) => (
			<span className={classes.status}>
				<Standing transaction={original} />
			</span>
		),
	}),
	column.display({
		id: 'validity',
		header: 'Validity',
		cell: ({ row: { original } }) =>
			original.start_date && original.end_date ? (
				<span className={classes.validity}>
					<span>From: {plainDay(original.start_date)}</span>
					<span>To: {plainDay(original.end_date)}</span>
				</span>
			) : null,
	}),
]);
