import { lineSettlements } from '#shared/contract/finance/reconciliation.ts';
import { formatMessageTime } from '#shared/east-africa-time.ts';
import { formatWhole } from '#shared/grouped.ts';
import { getPaidAt, type Item } from './tables.ts';

/** Formats cents: `KSh 1,500`, `KSh 23.50`. */
export const formatCents = (value: number | null) => {
	const whole = Math.floor((value ?? 0) / 100);
	const rest = (value ?? 0) % 100;
	return `KSh ${formatWhole(whole)}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
};
const formatShillings = (value: number | null) => formatCents((value ?? 0) * 100);
const formatClock = (at: string | null) => formatMessageTime(Date.parse(at ?? ''));

/** Explains how an amount with cents is booked; empty for whole shillings. */
const describeRounding = (paidIn: number | null) => {
	if ((paidIn ?? 0) % 100 === 0) return '';
	if ((paidIn ?? 0) < 100) return ' Payments are whole shillings, so it cannot be booked.';
	return ` Payments are whole shillings: ${formatCents(paidIn)} is booked as ${formatShillings(Math.floor((paidIn ?? 0) / 100))}.`;
};

/** Returns whether the payment of this line's receipt is matched to another line. */
export const isSecondLine = ({ state, receipt, kind, payment_receipt }: Item) =>
	state === 'only_statement' && kind !== 'reversal' && payment_receipt === receipt;

const describeMissing = (item: Item) => {
	const { receipt, kind, paid_in } = item;
	if (kind === 'reversal')
		return `M-Pesa gave ${formatCents(paid_in)} back to us, which is no payment.`;
	return isSecondLine(item)
		? `Our payment of receipt ${receipt} is matched by another line already.`
		: `We have no payment with receipt ${receipt}.${describeRounding(paid_in)}`;
};

const describeSettled = ({ decided, reason, decided_by }: Item) => {
	const what = lineSettlements[decided as keyof typeof lineSettlements] ?? decided;
	return `${what}, says ${decided_by}: ${reason}`;
};

const REASONS: Record<Item['state'], (item: Item) => string> = {
	matched: ({ decided, decided_by, paid_in }) =>
		(decided === 'attached' ? `Attached by ${decided_by}.` : 'Receipt and amount agree.') +
		describeRounding(paid_in),
	only_statement: describeMissing,
	only_books: ({ receipt, at }) =>
		receipt === null
			? 'M-Pesa says that it was paid, its receipt has not come, and no line was attached to it.'
			: `No line is about receipt ${receipt}, though the statements cover ${formatClock(at)}.`,
	amount_differs: ({ paid_in, payment_amount }) => {
		const difference = Math.abs((paid_in ?? 0) - (payment_amount ?? 0) * 100);
		const small = difference < 100 ? ` Differs by ${formatCents(difference)}.` : '';
		return `The statement says ${formatCents(paid_in)}, our records ${formatShillings(payment_amount)}.${small}`;
	},
	waiting: () => 'No statement covers its time yet.',
	reversed: (item) => {
		const { withdrawn, linked_receipt, payment_id, payment_receipt, payment_amount } = item;
		if (payment_id !== null)
			return `${item.kind === 'reversal' ? 'Takes back' : 'Refunds'} ${formatCents(withdrawn)} of receipt ${payment_receipt}, ${formatShillings(payment_amount)} of ${formatClock(getPaidAt(item))}.`;
		return `Takes back ${formatCents(withdrawn)} of receipt ${linked_receipt}, of which we have no payment.`;
	},
	reversal_open: () => 'Money was taken back. Choose the payment that it belongs to.',
	paid_out: ({ withdrawn }) => `${formatCents(withdrawn)} was paid out. Give a reason for it.`,
	charge: ({ details }) => details ?? '',
	sweep: ({ details }) => details ?? '',
	returned: ({ kind, payment_amount, linked_receipt, decided_by, reason }) =>
		`${kind === 'refund' ? 'Refund' : 'Reversal'} of ${formatShillings(payment_amount)} of ${linked_receipt ? `receipt ${linked_receipt}` : 'a payment without a receipt'}, says ${decided_by}: ${reason}`,
	not_ours: describeSettled,
	settled: describeSettled,
};

/** Explains the state of a line or payment in words that name both values if two differ. */
export const describeReason = (item: Item) => REASONS[item.state](item);
