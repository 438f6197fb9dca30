import { IconChevronRight } from '@tabler/icons-react';
import { useCallback } from 'react';
import { now } from '#shared/clock.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { formatIso } from '#shared/east-africa-time.ts';
import { isHidden } from '#shared/phone.ts';
import { IconButton, SmallButton } from '../../platform/ui/controls.tsx';
import { formatInstant } from '../../platform/ui/format/dates.ts';
import { formatKsh } from '../../platform/ui/format/money.ts';
import { CopyButton } from '../../platform/ui/page/copy-button.tsx';
import type { Column } from '../../platform/ui/table/columns.ts';
import { DataTable } from '../../platform/ui/table/data-table.tsx';
import {
	formatDayAndTime,
	formatOtherPaidDay,
	formatPhone,
	formatTableDate,
} from '../ui/formats.ts';
import { PaymentBadges } from './payment-status.tsx';
import classes from './transactions.module.css';

interface OfTransaction {
	transaction: Transaction;
}

interface CopiedProps {
	value: string | null;
	label: string;
	/** Formats the value for people. */
	format?: (value: string) => string;
}

const Copied = ({ value, label, format = String }: CopiedProps) =>
	value === null ? (
		<span className="quiet">N/A</span>
	) : (
		<span className={classes.copied}>
			<span className="tabular">{format(value)}</span>
			{!isHidden(value) && <CopyButton small value={value} label={`${label} ${format(value)}`} />}
		</span>
	);

const Payer = ({ transaction: { phone_number: phone, payer_name: name } }: OfTransaction) => (
	<div>
		<Copied value={phone} label="Copy phone number" format={formatPhone} />
		{name && (
			<div className="one-line quiet" title={name}>
				{name}
			</div>
		)}
	</div>
);

const Small = ({ children }: { children: string }) => (
	<span className={`small quiet ${classes.below}`}>{children}</span>
);

/** Describes why a payment got no months by itself. */
const describeToAssign = ({ account_reference: typed, to_assign, amount }: Transaction) => {
	if (!typed) return 'No account';
	return to_assign === 'no_plan' ? `No plan for ${formatKsh(amount)}` : `Unknown account ${typed}`;
};

/** The columns of payments; the server sorts them, newest first. */
const columns: readonly Column<Transaction>[] = [
	{
		id: 'created_at',
		header: 'Transaction Date',
		width: '9.75rem',
		title: true,
		draw: (transaction) => {
			const { day, time } = formatDayAndTime(transaction.created_at);
			const paid = formatOtherPaidDay(transaction);
			return (
				<>
					<time className={classes.date} dateTime={transaction.created_at}>
						<span>{day}</span> <Small>{time}</Small>
					</time>
					{paid && <Small>{`Paid ${paid}`}</Small>}
				</>
			);
		},
	},
	{
		id: 'mpesa_receipt_number',
		header: 'Receipt Number',
		// Wider where the payer is below the receipt.
		width: 'max(9rem, 18rem - 11vw)',
		draw: (transaction) => <Copied value={transaction.mpesa_receipt_number} label="Copy receipt" />,
	},
	{
		id: 'phone_number',
		header: 'Phone Number',
		width: '11rem',
		spare: 'mpesa_receipt_number',
		draw: (transaction) => <Payer transaction={transaction} />,
	},
	{
		id: 'amount',
		header: 'Amount',
		width: '7.25rem',
		numeric: true,
		draw: ({ amount, adjusted }) => (
			<span className="tabular">
				{formatKsh(amount)}
				{adjusted > 0 && <Small>{`${formatKsh(amount - adjusted)} net`}</Small>}
			</span>
		),
	},
	{
		id: 'status',
		header: 'Status',
		draw: (transaction) => (
			<div className={classes.states}>
				<PaymentBadges transaction={transaction} />
				{transaction.to_assign && <Small>{describeToAssign(transaction)}</Small>}
			</div>
		),
	},
	{
		id: 'validity',
		header: 'Validity',
		width: '9rem',
		spare: 'status',
		draw: ({ start_date, end_date }) =>
			start_date &&
			end_date && (
				<div>
					<Small>{`From: ${formatTableDate(start_date)}`}</Small>
					<Small>{`To: ${formatTableDate(end_date)}`}</Small>
				</div>
			),
	},
];

/** Names a payment by its receipt, else by its amount. */
const namePayment = ({ mpesa_receipt_number: receipt, amount }: Transaction) =>
	receipt ?? formatKsh(amount);

/** Renders a payment in two lines for a phone. */
const PaymentLines = ({ row, onOpen }: { row: Transaction; onOpen: () => void }) => {
	const { day, time } = formatDayAndTime(row.created_at);
	const thisYear = day.endsWith(formatInstant(formatIso(now()), 'yyyy'));
	const paid = formatOtherPaidDay(row);
	return (
		<>
			<div className={classes.first}>
				<strong className="tabular">{formatKsh(row.amount)}</strong>
				<PaymentBadges transaction={row} />
				<IconButton
					label={`View Details of ${namePayment(row)}`}
					title="View Details"
					icon={IconChevronRight}
					data-opens
					onClick={onOpen}
				/>
			</div>
			<div className={`quiet ${classes.second}`}>
				{row.phone_number && <span className="tabular">{formatPhone(row.phone_number)}</span>}
				{row.mpesa_receipt_number && <span className="tabular">{row.mpesa_receipt_number}</span>}
				<time dateTime={row.created_at}>
					{thisYear ? day.replace(/,.*/, '') : day} {time}
				</time>
				{paid && <span>Paid {paid}</span>}
				{row.to_assign && <span>{describeToAssign(row)}</span>}
				{row.payer_name && <div className="one-line">{row.payer_name}</div>}
			</div>
		</>
	);
};

export interface PaymentsTableProps {
	label: string;
	rows: Transaction[];
	/** The payment that is open next to the list. */
	current?: string | undefined;
	/** Opens a payment. A new function renders all rows again. */
	onOpen: (id: string) => void;
}

/** Renders payments in the order of the server; a click anywhere in a row opens its payment. */
export const PaymentsTable = ({ onOpen, ...table }: PaymentsTableProps) => {
	const actions = useCallback(
		(row: Transaction) => (
			<SmallButton
				look="leads"
				aria-label={`View Details of ${namePayment(row)}`}
				data-opens
				onClick={() => onOpen(row.id)}
			>
				View Details
			</SmallButton>
		),
		[onOpen],
	);
	const lines = useCallback(
		(row: Transaction) => <PaymentLines row={row} onOpen={() => onOpen(row.id)} />,
		[onOpen],
	);
	return (
		<DataTable
			{...table}
			columns={columns}
			sortedByServer
			actions={actions}
			lines={lines}
			onOpen={onOpen}
		/>
	);
};
