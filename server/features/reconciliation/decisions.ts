import { sql } from 'kysely';
import type { DecisionKind } from '#shared/contract/decisions.ts';
import type { Acting } from '../../api/acting.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { isId, lockName } from '../../db/engine.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { addDecision, findDecision } from '../decisions/store.ts';
import { bookPayment, completeByStatement } from '../payments/booking.ts';
import { adjust, completeReturn, findAdjustment, findSameReturn } from '../payments/notes.ts';
import { findPayment } from '../payments/store.ts';
import { takeBack } from '../payments/take-back.ts';
import { isMatched } from './month.ts';
import { formatCents } from './reasons.ts';
import type { StatementLineRow } from './tables.ts';

/** Returns an amount in cents as whole shillings, rounded down. Fails with 409 below one shilling. */
const toWholeShillings = (amount: number) => {
	if (amount < 100)
		throw conflict(
			`Payments are whole shillings, and this line is of ${formatCents(amount)}. Please settle it.`,
		);
	return Math.floor(amount / 100);
};

const toPaid = (line: StatementLineRow) => ({
	receipt: line.receipt,
	amount: toWholeShillings(line.paid_in),
	paidAt: Date.parse(line.completed_at),
	phone: line.phone,
	payer_name: line.payer_name,
	account_reference: line.account_reference,
});

/**
 * Locks an item against other decisions: a line, or a payment by its id or the id of one that was merged into it. Fails
 * with 404.
 */
const lockItem = async ({ trx }: Acting, named: string) => {
	if (!isId(named)) throw notFound('Line');
	await lockName(trx, `reconciliation:${named}`);
	const line = await trx
		.selectFrom('statement_lines')
		.selectAll()
		.where('id', '=', named)
		.executeTakeFirst();
	if (line) return { id: named, line };
	const payment = await findPayment(trx, named);
	if (!payment) throw notFound('Line');
	if (payment.id !== named) await lockName(trx, `reconciliation:${payment.id}`);
	return { id: payment.id, payment };
};

const decide = async (
	acting: Acting,
	id: string,
	receipt: string | null,
	what: { what: DecisionKind; payment_id: string | null; reason: string; undo?: string | null },
) => {
	const { trx, context } = acting;
	const about = { kind: 'line' as const, id };
	if (await findDecision(trx, about))
		throw conflict('This line already has a decision. Withdraw it first.');
	await addDecision(acting, { about, receipt, ...what });
	const { what: as, payment_id: payment, reason } = what;
	recordAudit(trx, context, {
		action: 'settle',
		item: { kind: 'statement_line', id, name: receipt },
		details: { as, ...(payment && payment !== id && { payment }), reason },
	});
};

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

/** Creates the payment of a statement line; resolves to its id. */
export const bookLine = async (
	acting: Acting,
	id: string,
	{ reason = 'Booked' }: { reason?: string | undefined },
) => {
	const line = requireOpenLine((await lockItem(acting, id)).line);
	const { paymentId, undo } = await bookPayment(acting, toPaid(line), reason);
	await decide(acting, id, line.receipt, { what: 'booked', payment_id: paymentId, undo, reason });
	return paymentId;
};

/** Upper bound of the time by which M-Pesa's clock may be ahead of ours. */
const AHEAD_MS = 24 * 3_600_000;

const isReversal = ({ kind, paid_in }: StatementLineRow) => kind === 'reversal' && paid_in === 0;
/** Returns whether a line paid money out: not a charge, a reversal or a transfer between our accounts. */
const isPaidOut = ({ kind, withdrawn }: StatementLineRow) => kind === 'other' && withdrawn > 0;
/** Returns whether a person must say why a line gave money back. */
const needsReason = (line: StatementLineRow) =>
	isPaidOut(line) || (isReversal(line) && line.linked_receipt === null);
const givesBack = (line: StatementLineRow) => isReversal(line) || isPaidOut(line);

/**
 * Records the money that a line gave back as an adjustment of the payment, with the line's receipt, so that it is
 * counted once.
 */
const attachReturn = async (acting: Acting, line: StatementLineRow, id: string, reason: string) => {
	if (line.linked_receipt !== null)
		throw conflict(`The statement says that it takes back ${line.linked_receipt}.`);
	if (await findDecision(acting.trx, { kind: 'line', id: line.id }))
		throw conflict('This line already has a decision. Withdraw it first.');
	const { receipt, completed_at: at } = line;
	const amount = toWholeShillings(line.withdrawn);
	const same = await findSameReturn(acting.trx, id, amount);
	if (same) await completeReturn(acting, same, { receipt, reason });
	// M-Pesa's clock may be ahead, as in imports.
	else
		await adjust(
			acting,
			id,
			{ kind: isReversal(line) ? 'reversal' : 'refund', amount, receipt, at, reason },
			AHEAD_MS,
		);
};

/** Matches a statement line to a payment, and completes the payment if it is open; resolves to its id. */
export const attachLine = async (
	acting: Acting,
	id: string,
	{ transaction_id, reason = 'Attached' }: { transaction_id: string; reason?: string | undefined },
) => {
	const { line: item } = await lockItem(acting, id);
	const payment = await findPayment(acting.trx, transaction_id);
	if (!payment) throw invalid('transaction_id', 'Transaction not found');
	if (item && givesBack(item)) {
		await attachReturn(acting, item, payment.id, reason);
		return payment.id;
	}
	const line = requireOpenLine(item);
	await lockName(acting.trx, `reconciliation:${payment.id}`);
	const matched = sql`select 1 where ${isMatched(payment.id, payment.receipt)}`;
	if ((await matched.execute(acting.trx)).rows.length > 0)
		throw conflict('This payment is already matched to another statement line.');
	if (payment.amount !== Math.floor(line.paid_in / 100))
		throw conflict(
			`The line says ${formatCents(line.paid_in)}, this payment ${formatCents(payment.amount * 100)}. Please settle them one by one.`,
		);
	const undo = await completeByStatement(acting, payment.id, toPaid(line), reason);
	const attached = { what: 'attached' as const, payment_id: payment.id, undo, reason };
	await decide(acting, id, line.receipt, attached);
	return payment.id;
};

/** Records a decision about a line, or about a payment without a line. Fails with 409 if none is needed. */
export const settleLine = async (
	acting: Acting,
	named: string,
	{ as, reason }: { as: DecisionKind; reason: string },
) => {
	const { id, line, payment } = await lockItem(acting, named);
	if (line && line.paid_in === 0 && !needsReason(line))
		throw conflict('This line needs no decision.');
	if (line && needsReason(line) && (await findAdjustment(acting.trx, line.receipt)))
		throw conflict('This line is recorded as a refund. Withdraw that first.');
	if (payment && payment.status !== 'completed')
		throw conflict('This payment is not completed, so no line is missing.');
	const receipt = line?.receipt ?? null;
	await decide(acting, id, receipt, { what: as, payment_id: payment?.id ?? null, reason });
};

/** Takes the decision about a line back, or the adjustment that records its money. Fails like `takeBack`. */
export const withdrawDecision = async (acting: Acting, named: string) => {
	const { id, line } = await lockItem(acting, named);
	const decision =
		(await findDecision(acting.trx, { kind: 'line', id })) ??
		(line && givesBack(line) ? await findAdjustment(acting.trx, line.receipt) : undefined);
	if (!decision) throw notFound('Decision');
	await takeBack(acting, decision.id, 'Withdrawn');
};
