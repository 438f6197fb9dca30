import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { Transaction } from '#shared/contract/transactions.ts';
import { inEastAfrica } from '../../ui/dates/dates.ts';
import { ksh } from '../../ui/money.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { transactionColumns } from './columns.tsx';
import { otherPaidDay, shownPhone, when } from './formats.ts';
import { Standing } from './payment-status.tsx';
import classes from './payments-list.module.css';

/** Renders a payment in two lines for a phone. */
const PaymentLines = ({ row, onOpen }: { row: Transaction; onOpen: () => void }) => {
	const { day, time } = when(row.created_at);
	const thisYear = day.endsWith(inEastAfrica(new Date().toISOString(), 'yyyy'));
	const paid = otherPaidDay(row);
	return (
		<>
			<div className={classes.first}>
				<strong className="tabular">{ksh(row.amount)}</strong>
				<Standing transaction={row} />
				<button
					type="button"
					className={classes.open}
					aria-label="View Details"
					data-opens
					onClick={onOpen}
				>
					<IconChevronRight size={20} aria-hidden />
				</button>
			</div>
			<div className={classes.second}>
				{row.phone_number && <span className="tabular">{shownPhone(row.phone_number)}</span>}
				{row.mpesa_receipt_number && <span className="tabular">{row.mpesa_receipt_number}</span>}
				<time dateTime={row.created_at}>
					{thisYear ? day.replace(/,.*/, '') : day} {time}
				</time>
				{paid && <span>Paid {paid}</span>}
				{row.payer_name && <span className={classes.name}>{row.payer_name}</span>}
			</div>
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
export const PaymentsTable = ({ label, rows, current, onOpen }: PaymentsTableProps) => {
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
			label={label}
			columns={transactionColumns}
			rows={rows}
			sortedByServer
			actions={actions}
			lines={lines}
			current={current}
			onOpen={onOpen}
		/>
	);
};
