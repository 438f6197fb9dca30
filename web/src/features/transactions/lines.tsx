import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import type { Transaction } from '#shared/contract/transactions.ts';
import { inEastAfrica } from '../../ui/dates.ts';
import { ksh } from '../../ui/money.ts';
import { whenReached } from '../../ui/on-demand.tsx';
import { otherPaidDay, shownPhone, when } from './formats.ts';
import { LiveWords } from './live-words.tsx';
import classes from './payments-list.module.css';
import { PaymentStatus } from './status-badge.tsx';
import shared from './transactions.module.css';

interface LinesProps {
	row: Transaction;
	onOpen: () => void;
	/** Somebody is about to. */
	onReach: () => void;
}

/** A payment on a phone, in two lines; all of it opens it. */
export const PaymentLines = ({ row, onOpen, onReach }: LinesProps) => {
	const { day, time } = when(row.created_at);
	const thisYear = day.endsWith(inEastAfrica(new Date().toISOString(), 'yyyy'));
	const paid = otherPaidDay(row);
	return (
		<>
			<div className={classes.first}>
				<strong className="tabular">{ksh(row.amount)}</strong>
				<PaymentStatus status={row.status} />
				<LiveWords transaction={row} />
				{row.marks.length > 0 && (
					<span className={shared.review}>
						<IconAlertTriangle size={16} aria-hidden /> Needs a look
					</span>
				)}
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
