import { lineSettlements } from '#shared/contract/reconciliation.ts';
import { eastAfricaText, MONTHS } from '#shared/east-africa-time.ts';
import { grouped } from '#shared/grouped.ts';
import { type Item, paidAtOf } from './tables.ts';

/** Formats cents: `KSh 1,500`, `KSh 23.50`. */
export const cents = (value: number | null) => {
	const whole = Math.floor((value ?? 0) / 100);
	const rest = (value ?? 0) % 100;
	return `KSh ${grouped(whole)}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
};
const shillings = (value: number | null) => cents((value ?? 0) * 100);
/** Formats a time as `5 July 2026, 15:30`, in East Africa Time. */
const clock = (at: string | null) => {
	const text = eastAfricaText(Date.parse(at ?? ''));
	const month = MONTHS[Number(text.slice(5, 7)) - 1];
	return `${Number(text.slice(8, 10))} ${month} ${text.slice(0, 4)}, ${text.slice(11, 16)}`;
};

/** Explains how an amount with cents is booked; empty for whole shillings. */
const wholeShillings = (paidIn: number | null) =>
	(paidIn ?? 0) % 100 === 0
		? ''
		: ` Payments are whole shillings: ${cents(paidIn)} is booked as ${shillings(Math.floor((paidIn ?? 0) / 100))}.`;

/** Returns whether the completed payment of this line's receipt is matched to another line. */
export const isSecondLine = ({ state, receipt, kind, ...payment }: Item) =>
	state === 'only_statement' &&
	kind !== 'reversal' &&
	payment.payment_receipt === receipt &&
	(payment.payment_status === null || payment.payment_status === 'completed');

const missing = (item: Item) => {
	const { receipt, kind, paid_in, payment_status, payment_receipt } = item;
	if (kind === 'reversal') return `M-Pesa gave ${cents(paid_in)} back to us, which is no payment.`;
	if (payment_receipt !== receipt)
		return `We have no payment with receipt ${receipt}.${wholeShillings(paid_in)}`;
	return isSecondLine(item)
		? `Our payment of receipt ${receipt} is matched by another line already.`
		: `Our payment of receipt ${receipt} is ${payment_status}.`;
};

const settled = ({ decided, reason, decided_by }: Item) => {
	const what = lineSettlements[decided as keyof typeof lineSettlements] ?? decided;
	return `${what}, says ${decided_by}: ${reason}`;
};

const REASONS: Record<Item['state'], (item: Item) => string> = {
	matched: ({ decided, decided_by, paid_in }) =>
		(decided === 'attached' ? `Attached by ${decided_by}.` : 'Receipt and amount agree.') +
		wholeShillings(paid_in),
	only_statement: missing,
	only_books: ({ receipt, at }) =>
		receipt === null
			? 'M-Pesa says that it was paid, its receipt has not come, and no line was attached to it.'
			: `No line is about receipt ${receipt}, though the statements cover ${clock(at)}.`,
	amount_differs: ({ paid_in, payment_amount }) => {
		const difference = Math.abs((paid_in ?? 0) - (payment_amount ?? 0) * 100);
		const small = difference < 100 ? ` Differs by ${cents(difference)}.` : '';
		return `The statement says ${cents(paid_in)}, our records ${shillings(payment_amount)}.${small}`;
	},
	waiting: () => 'No statement covers its time yet.',
	reversed: (item) => {
		const { withdrawn, linked_receipt, payment_id, payment_receipt, payment_amount } = item;
		if (payment_id !== null)
			return `${item.kind === 'reversal' ? 'Takes back' : 'Refunds'} ${cents(withdrawn)} of receipt ${payment_receipt}, ${shillings(payment_amount)} of ${clock(paidAtOf(item))}.`;
		return `Takes back ${cents(withdrawn)} of receipt ${linked_receipt}, of which we have no payment.`;
	},
	reversal_open: () => 'Money was taken back. Choose the payment that it belongs to.',
	paid_out: ({ withdrawn }) => `${cents(withdrawn)} was paid out. Give a reason for it.`,
	charge: ({ details }) => details ?? '',
	sweep: ({ details }) => details ?? '',
	not_ours: settled,
	settled,
};

/** Explains the state of a line or payment in words that name both values if two differ. */
export const reasonOf = (item: Item) => REASONS[item.state](item);
