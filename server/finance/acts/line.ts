import { sql } from 'kysely';
import type { ActInput } from '#shared/contract/finance/acts.ts';
import type { DecisionKind } from '#shared/contract/finance/decisions.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { lockName } from '../../platform/db/engine.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { findReturnOfLine } from '../decisions/returns.ts';
import { findDecision } from '../decisions/store.ts';
import { bookPayment, completeByStatement } from '../payments/booking.ts';
import { findPayment } from '../payments/store.ts';
import type { ActingWithPlans } from '../payments/unit-of-work.ts';
import {
	decide,
	givesBack,
	lockItem,
	needsReason,
	toWholeShillings,
} from '../reconciliation/line-items.ts';
import { isMatched } from '../reconciliation/month.ts';
import { formatCents } from '../reconciliation/reasons.ts';
import type { StatementLineRow } from '../reconciliation/tables.ts';
import { attachReturn } from './return-of-line.ts';
import { takeBack } from './take-back.ts';

const toPaid = (line: StatementLineRow) => ({
	receipt: line.receipt,
	amount: toWholeShillings(line.paid_in),
	paidAt: Date.parse(line.completed_at),
	phone: line.phone,
	payer_name: line.payer_name,
	account_reference: line.account_reference,
});

/**
 * Returns a line that can be matched: money that came in and that no completed payment has. Fails with 409 for other
 * lines.
 */
const requireOpenLine = (line: StatementLineRow | undefined) => {
	if (!line) throw conflict('This line is already one of our payments.');
	if (line.paid_in === 0 || !['payment', 'other'].includes(line.kind))
		throw conflict('This line is not a payment to us.');
	return line;
};

/** Creates the payment of a statement line. Returns the id of the decision. */
export const bookLine = async (
	acting: ActingWithPlans,
	id: string,
	{ reason = 'Booked' }: ActInput<'book'>,
) => {
	const line = requireOpenLine((await lockItem(acting, id)).line);
	const { paymentId, undo } = await bookPayment(acting, toPaid(line), reason);
	const booked = { what: 'booked' as const, payment_id: paymentId, undo, reason };
	return decide(acting, id, line.receipt, booked);
};

/** Matches a statement line to a payment, and completes the payment if it is open. Returns the id of the decision. */
export const attachLine = async (
	acting: ActingWithPlans,
	id: string,
	{ transaction_id, same, reason = 'Attached' }: ActInput<'attach'>,
) => {
	const { line: item } = await lockItem(acting, id);
	const payment = await findPayment(acting.trx, transaction_id);
	if (!payment) throw invalid('transaction_id', 'Transaction not found');
	if (item && givesBack(item)) return attachReturn(acting, item, payment.id, { same, reason });
	const line = requireOpenLine(item);
	await lockName(acting.trx, `reconciliation:${payment.id}`);
	const matched = sql`select 1 where ${isMatched(payment.id, payment.receipt)}`;
	if ((await matched.execute(acting.trx)).rows.length > 0)
		throw conflict('This payment is already matched to another statement line.');
	if (payment.amount !== Math.floor(line.paid_in / 100))
		throw conflict(
			`The line says ${formatCents(line.paid_in)}, this payment ${formatCents(payment.amount * 100)}. Decide them one by one.`,
		);
	const undo = await completeByStatement(acting, payment.id, toPaid(line), reason);
	const attached = { what: 'attached' as const, payment_id: payment.id, undo, reason };
	return decide(acting, id, line.receipt, attached);
};

/** Records a decision about a line, or about a payment without a line. Returns its id. Fails with 409 if none is needed. */
export const settleLine = async (
	acting: Acting,
	named: string,
	{ as, reason }: { as: DecisionKind; reason: string },
) => {
	const { id, line, payment } = await lockItem(acting, named);
	if (line && line.paid_in === 0 && !needsReason(line))
		throw conflict('This line needs no decision.');
	if (line && needsReason(line) && (await findReturnOfLine(acting.trx, line.id)))
		throw conflict('This line is recorded as a refund. Take that back first.');
	if (payment && payment.status !== 'completed')
		throw conflict('This payment is not completed, so no line is missing.');
	const receipt = line?.receipt ?? null;
	return decide(acting, id, receipt, { what: as, payment_id: payment?.id ?? null, reason });
};

/** Takes the decision about a line back, or the adjustment that records its money. Fails like `takeBack`. */
export const withdrawDecision = async (acting: Acting, named: string) => {
	const { id, line } = await lockItem(acting, named);
	const decision =
		(await findDecision(acting.trx, { kind: 'line', id })) ??
		(line ? await findReturnOfLine(acting.trx, line.id) : undefined);
	if (!decision) throw notFound('Decision');
	await takeBack(acting, decision.id, 'Taken back');
};
