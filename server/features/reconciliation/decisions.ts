import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { type Acting, authorColumns } from '../../api/acting.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { actorText } from '../../audit-context.ts';
import type { Trx } from '../../db/database.ts';
import { isId, lockName } from '../../db/engine.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { bookPayment, completeByStatement, unbookPayment } from '../payments/booking.ts';
import { adjustmentWith } from '../payments/evidence.ts';
import { adjust, withdrawByReceipt } from '../payments/notes.ts';
import { findPayment } from '../payments/store.ts';
import { isMatched } from './month.ts';
import { cents } from './reasons.ts';
import type { DecisionRow, StatementLineRow } from './tables.ts';

/** Returns an amount in cents as whole shillings, rounded down. Fails with 409 below one shilling. */
const wholeShillings = (amount: number) => {
	if (amount < 100)
		throw conflict(
			`Payments are whole shillings, and this line is of ${cents(amount)}. Please settle it.`,
		);
	return Math.floor(amount / 100);
};

const paidOf = (line: StatementLineRow) => ({
	receipt: line.receipt,
	amount: wholeShillings(line.paid_in),
	paidAt: Date.parse(line.completed_at),
	phone: line.phone,
	payer_name: line.payer_name,
	account_reference: line.account_reference,
});

/**
 * Locks an item against other decisions: a line, or a payment by its id or the id of one that was merged into it. Fails
 * with 404.
 */
const itemOf = async ({ trx }: Acting, named: string) => {
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

const decisionOf = (trx: Trx, id: string) =>
	trx
		.selectFrom('reconciliation_decisions')
		.selectAll()
		.where('item_id', '=', id)
		.where('withdrawn_at', 'is', null)
		.executeTakeFirst();

const decide = async (
	{ trx, by, now }: Acting,
	id: string,
	name: string | null,
	what: Pick<DecisionRow, 'decided' | 'payment_id' | 'reason'>,
) => {
	if (await decisionOf(trx, id))
		throw conflict('This line already has a decision. Withdraw it first.');
	await trx
		.insertInto('reconciliation_decisions')
		.values({
			id: randomUUIDv7(),
			item_id: id,
			...what,
			...authorColumns({ by, now }),
			withdrawn_at: null,
			withdrawn_by: null,
		})
		.execute();
	const { decided: as, payment_id: payment, reason } = what;
	recordAudit(trx, by, {
		action: 'settle',
		item: { kind: 'statement_line', id, name },
		details: { as, ...(payment && { payment }), reason },
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
	on: Acting,
	id: string,
	{ reason = 'Booked' }: { reason?: string | undefined },
) => {
	const line = requireOpenLine((await itemOf(on, id)).line);
	const payment_id = await bookPayment(on, paidOf(line), reason);
	await decide(on, id, line.receipt, { decided: 'booked', payment_id, reason });
	return payment_id;
};

const isReversal = ({ kind, paid_in }: StatementLineRow) => kind === 'reversal' && paid_in === 0;
/** Returns whether a line paid money out: not a charge, a reversal or a transfer between our accounts. */
const isPaidOut = ({ kind, withdrawn }: StatementLineRow) => kind === 'other' && withdrawn > 0;
const givesBack = (line: StatementLineRow) => isReversal(line) || isPaidOut(line);

/**
 * Records the money that a line gave back as an adjustment of the payment, with the line's receipt, so that it is
 * counted once.
 */
const attachReturn = async (on: Acting, line: StatementLineRow, id: string, reason: string) => {
	if (line.linked_receipt !== null)
		throw conflict(`The statement says that it takes back ${line.linked_receipt}.`);
	if (await decisionOf(on.trx, line.id))
		throw conflict('This line already has a decision. Withdraw it first.');
	const { receipt, completed_at: at } = line;
	const amount = wholeShillings(line.withdrawn);
	const kind = isReversal(line) ? 'reversal' : 'refund';
	await adjust(on, id, { kind, amount, receipt, at, reason });
};

/** Matches a statement line to a payment, and completes the payment if it is open; resolves to its id. */
export const attachLine = async (
	on: Acting,
	id: string,
	{ transaction_id, reason = 'Attached' }: { transaction_id: string; reason?: string | undefined },
) => {
	const { line: item } = await itemOf(on, id);
	const payment = await findPayment(on.trx, transaction_id);
	if (!payment) throw invalid('transaction_id', 'Transaction not found');
	if (item && givesBack(item)) {
		await attachReturn(on, item, payment.id, reason);
		return payment.id;
	}
	const line = requireOpenLine(item);
	await lockName(on.trx, `reconciliation:${payment.id}`);
	const matched = sql`select 1 where ${isMatched(payment.id, payment.receipt)}`;
	if ((await matched.execute(on.trx)).rows.length > 0)
		throw conflict('This payment is already matched to another statement line.');
	if (payment.amount !== Math.floor(line.paid_in / 100))
		throw conflict(
			`The line says ${cents(line.paid_in)}, this payment ${cents(payment.amount * 100)}. Please settle them one by one.`,
		);
	await completeByStatement(on, payment.id, paidOf(line), reason);
	await decide(on, id, line.receipt, { decided: 'attached', payment_id: payment.id, reason });
	return payment.id;
};

/** Records a decision about a line, or about a payment without a line. Fails with 409 if none is needed. */
export const settleLine = async (
	on: Acting,
	named: string,
	{ as, reason }: { as: DecisionRow['decided']; reason: string },
) => {
	const { id, line, payment } = await itemOf(on, named);
	if (line && line.paid_in === 0 && !isPaidOut(line))
		throw conflict('This line needs no decision.');
	if (line && isPaidOut(line) && (await adjustmentWith(on.trx, line.receipt)))
		throw conflict('This line is recorded as a refund. Withdraw that first.');
	if (payment && payment.status !== 'completed')
		throw conflict('This payment is not completed, so no line is missing.');
	await decide(on, id, line?.receipt ?? null, { decided: as, payment_id: null, reason });
};

/** Withdraws a decision. Fails with 409 if it completed a payment, which stays completed. */
export const withdrawDecision = async (on: Acting, named: string) => {
	const { trx, by, now } = on;
	const { id, line } = await itemOf(on, named);
	const decision = await decisionOf(trx, id);
	if (!decision && line && givesBack(line) && (await withdrawByReceipt(on, line.receipt))) return;
	if (!decision) throw notFound('Decision');
	const { decided, payment_id: payment } = decision;
	if (decided === 'booked' && payment) await unbookPayment(on, payment, decision.reason);
	if (
		decided === 'attached' &&
		payment &&
		(await findPayment(trx, payment))?.receipt === line?.receipt
	)
		throw conflict('This line completed the payment, which cannot be undone.');
	await trx
		.updateTable('reconciliation_decisions')
		.set({ withdrawn_at: new Date(now).toISOString(), withdrawn_by: actorText(by.actor) })
		.where('id', '=', decision.id)
		.execute();
	recordAudit(trx, by, {
		action: 'restore',
		item: { kind: 'statement_line', id, name: line?.receipt ?? null },
		details: { as: decided, reason: decision.reason },
	});
};
