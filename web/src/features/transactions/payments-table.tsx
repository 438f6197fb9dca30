import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { Transaction } from '#shared/contract/transactions.ts';
import { inEastAfrica } from '../../ui/dates/dates.ts';
import { whenReached } from '../../ui/loading/on-demand.tsx';
import { ksh } from '../../ui/money.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { transactionColumns } from './columns.tsx';
import { otherPaidDay, shownPhone, when } from './formats.ts';
import { Standing } from './payment-status.tsx';
import classes from './payments-list.module.css';

interface LinesProps {
	row: Transaction;
	onOpen: () => void;
	/** Somebody is about to. */
	onReach: () => void;
}

/** A payment on a phone, in two lines; all of it opens it. */
const PaymentLines = ({ row, onOpen, onReach }: LinesProps) => {
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
					{...whenReached(onReach)}
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
			</div>
		</>
	);
};

interface PaymentsTableProps {
	label: string;
	rows: Transaction[];
	/** The one that is open beside the list. */
	current?: string | undefined;
	/** Opens a payment; `all` of it, where its details were asked for. Stays the same, or all rows are drawn anew. */
	onOpen: (id: string, options?: { all: true }) => void;
	/** Fetches what a payment opens in. */
	prepare: () => void;
}

/** Payments below each other, as the server has sorted and paged them; each opens from its whole row. */
export const PaymentsTable = ({ label, rows, current, onOpen, prepare }: PaymentsTableProps) => {
	const actions = useCallback(
		(row: Transaction) => (
			<Button
				variant="light"
				size="xs"
				data-opens
				onClick={() => onOpen(row.id, { all: true })}
				{...whenReached(prepare)}
			>
				View Details
			</Button>
		),
		[onOpen, prepare],
	);
	const lines = useCallback(
		(row: Transaction) => (
			<PaymentLines row={row} onOpen={() => onOpen(row.id, { all: true })} onReach={prepare} />
		),
		[onOpen, prepare],
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
