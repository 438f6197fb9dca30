import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { Transaction } from '#shared/contract/transactions.ts';
import { isHidden } from '#shared/phone.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { inEastAfrica } from '../../ui/dates/dates.ts';
import type { Column } from '../../ui/list/columns.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import { ksh } from '../../ui/money.ts';
import { formatDate, formatDayAndTime, formatOtherPaidDay, formatPhone } from './formats.ts';
import { PaymentBadges } from './payment-status.tsx';

interface CopiedProps {
	value: string | null;
	label: string;
	/** Formats the value for people. */
	format?: (value: string) => string;
}

const Copied = ({ value, label, format = String }: CopiedProps) =>
	value === null ? (
		<Text size="sm" c="dimmed">
			N/A
		</Text>
	) : (
		<Group component="span" gap={4} wrap="nowrap" display="inline-flex">
			<span className="tabular">{format(value)}</span>
			{!isHidden(value) && <CopyButton small value={value} label={`${label} ${format(value)}`} />}
		</Group>
	);

const Small = ({ children }: { children: string }) => (
	<Text span display="block" fz={13} fw={400} c="dimmed" style={{ whiteSpace: 'nowrap' }}>
		{children}
	</Text>
);

/** The columns of payments; the server sorts them, newest first. */
const columns: readonly Column<Transaction>[] = [
	{
		id: 'created_at',
		header: 'Transaction Date',
		title: true,
		draw: (transaction) => {
			const { day, time } = formatDayAndTime(transaction.created_at);
			const paid = formatOtherPaidDay(transaction);
			return (
				<>
					<Group component="time" gap="0 8px" fw={400} {...{ dateTime: transaction.created_at }}>
						<span>{day}</span> <Small>{time}</Small>
					</Group>
					{paid && <Small>{`Paid ${paid}`}</Small>}
				</>
			);
		},
	},
	{
		id: 'mpesa_receipt_number',
		header: 'Receipt Number',
		draw: (transaction) => <Copied value={transaction.mpesa_receipt_number} label="Copy receipt" />,
	},
	{
		id: 'phone_number',
		header: 'Phone Number',
		draw: (transaction) => (
			<>
				<Copied value={transaction.phone_number} label="Copy phone number" format={formatPhone} />
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
				{adjusted > 0 && <Small>{`${ksh(amount - adjusted)} net`}</Small>}
			</span>
		),
	},
	{
		id: 'status',
		header: 'Status',
		draw: (transaction) => (
			<Stack gap={4} align="start">
				<PaymentBadges transaction={transaction} />
			</Stack>
		),
	},
	{
		id: 'validity',
		header: 'Validity',
		draw: ({ start_date, end_date }) =>
			start_date &&
			end_date && (
				<Stack gap={4}>
					<Small>{`From: ${formatDate(start_date)}`}</Small>
					<Small>{`To: ${formatDate(end_date)}`}</Small>
				</Stack>
			),
	},
];

/** Renders a payment in two lines for a phone. */
const PaymentLines = ({ row, onOpen }: { row: Transaction; onOpen: () => void }) => {
	const { day, time } = formatDayAndTime(row.created_at);
	const thisYear = day.endsWith(inEastAfrica(new Date().toISOString(), 'yyyy'));
	const paid = formatOtherPaidDay(row);
	return (
		<>
			<Group gap="4px 10px" pr={36} mih={30}>
				<strong className="tabular">{ksh(row.amount)}</strong>
				<PaymentBadges transaction={row} />
				<ActionIcon
					size={44}
					pos="absolute"
					top={0}
					right={0}
					aria-label="View Details"
					data-opens
					onClick={onOpen}
				>
					<IconChevronRight size={20} aria-hidden />
				</ActionIcon>
			</Group>
			<Group gap="4px 6px" justify="space-between" fz="xs" c="dimmed">
				{row.phone_number && <span className="tabular">{formatPhone(row.phone_number)}</span>}
				{row.mpesa_receipt_number && <span className="tabular">{row.mpesa_receipt_number}</span>}
				<time dateTime={row.created_at}>
					{thisYear ? day.replace(/,.*/, '') : day} {time}
				</time>
				{paid && <span>Paid {paid}</span>}
				{row.payer_name && (
					<Text w="100%" inherit truncate>
						{row.payer_name}
					</Text>
				)}
			</Group>
		</>
	);
};

interface PaymentsTableProps {
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
			<Button variant="light" size="xs" data-opens onClick={() => onOpen(row.id)}>
				View Details
			</Button>
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
