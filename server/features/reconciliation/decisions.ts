import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { type Acting, signed } from '../../api/acting.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { actorText } from '../../audit-context.ts';
import type { Trx } from '../../db/database.ts';
import { holdName, isId } from '../../db/engine.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { bookPayment, completeByStatement, unbookPayment } from '../payments/booking.ts';
import { adjust, withdrawByReceipt } from '../payments/notes.ts';
import { adjustmentWith } from '../payments/standing.ts';
import { findPayment } from '../payments/store.ts';
import { isTaken } from './month.ts';
import { cents } from './reasons.ts';
import type { DecisionRow, StatementLineRow } from './tables.ts';

/** The shillings that are booked of an amount in cents; the cents are left out. 409 below one shilling. */
const wholeShillings = (amount: number) => {
	if (amount < 100)
		throw conflict(
			`Payments are whole shillings, and this line is of ${cents(amount)}. Please settle it.`,
		);
	return Math.floor(amount / 100);
};

const paidOf = ({ receipt, paid_in, completed_at, ...line }: StatementLineRow) => {
	const amount = wholeShillings(paid_in);
	const { phone, payer_name, account_reference } = line;
	return {
		receipt,
		amount,
		paidAt: Date.parse(completed_at),
		phone,
		payer_name,
		account_reference,
	};
};

/** The item as nobody else decides about it meanwhile: a line, or the payment of an id or that it turned out to be. */
const itemOf = async ({ trx }: Acting, named: string) => {
	if (!isId(named)) throw notFound('Line');
	await holdName(trx, `reconciliation:${named}`);
	const line = await trx
		.selectFrom('statement_lines')
		.selectAll()
		.where('id', '=', named)
		.executeTakeFirst();
	if (line) return { id: named, line };
	const payment = await findPayment(trx, named);
	if (!payment) throw notFound('Line');
	if (payment.id !== named) await holdName(trx, `reconciliation:${payment.id}`);
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
			...signed({ by, now }),
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

/** A line that money came in by, which no completed payment has. */
const openLine = (line: StatementLineRow | undefined) => {
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
	const line = openLine((await itemOf(on, id)).line);
	const payment_id = await bookPayment(on, paidOf(line), reason);
	await decide(on, id, line.receipt, { decided: 'booked', payment_id, reason });
	return payment_id;
};

const isReversal = ({ kind, paid_in }: StatementLineRow) => kind === 'reversal' && paid_in === 0;
/** Returns whether money went out by a line that is neither a charge, nor a reversal, nor moved between our accounts. */
const isPaidOut = ({ kind, withdrawn }: StatementLineRow) => kind === 'other' && withdrawn > 0;
const givesBack = (line: StatementLineRow) => isReversal(line) || isPaidOut(line);

/** Records what a line gave back beside the payment, by the receipt of the line, so that it is counted once. */
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

/**
 * Matches a statement line to a payment, which it completes where that is still open; resolves to the id of
 * the payment.
 */
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
	const line = openLine(item);
	await holdName(on.trx, `reconciliation:${payment.id}`);
	const taken = sql`select 1 where ${isTaken(payment.id, payment.receipt)}`;
	if ((await taken.execute(on.trx)).rows.length > 0)
		throw conflict('This payment is already matched to another statement line.');
	if (payment.amount !== Math.floor(line.paid_in / 100))
		throw conflict(
			`The line says ${cents(line.paid_in)}, this payment ${cents(payment.amount * 100)}. Please settle them one by one.`,
		);
	await completeByStatement(on, payment.id, paidOf(line), reason);
	await decide(on, id, line.receipt, { decided: 'attached', payment_id: payment.id, reason });
	return payment.id;
};

/** Says what a line, or a payment that no line is about, is. */
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

/** Takes a decision back. 409 where it completed a payment, which stays so. */
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
