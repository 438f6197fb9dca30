import type { AuditContext } from '../../audit-context.ts';
import type { Database } from '../../db/database.ts';
import { conflict } from '../../errors.ts';
import type { Daraja, QueryResult } from '../../mpesa/daraja.ts';
import { codeText } from '../../mpesa/deliveries.ts';
import { applyResult } from './apply.ts';
import { recordPayment } from './audit.ts';
import type { Payment } from './store.ts';
import { lockPayment } from './transitions.ts';
import { addOutcome, finishWork, keepExchange, startWork } from './unit-of-work.ts';

/** Writes down what Safaricom said to a question, and does what it says. */
export const applyStatus = (
	database: Database,
	id: string,
	result: QueryResult,
	by: AuditContext,
	now: number,
) =>
	database.write(async (trx) => {
		const payment = (await lockPayment(trx, 'id', id)) as Payment;
		const work = startWork(trx, now);
		const key = payment.checkout_request_id;
		const cause = await keepExchange(work, 'query', result.exchange, { id, key, by });
		// What the product asks of itself is in the evidence; it is written down here where it moves something.
		if (by.actor.kind !== 'system')
			recordPayment(trx, by, 'check', { before: payment, after: payment }, { answer: result.kind });
		const code = result.kind === 'result' ? codeText(result.code) : null;
		if (result.kind !== 'result' || code === null)
			// Silence to a question decides nothing; it is the prompt's silence that leaves a mark.
			addOutcome(work, cause, result.kind === 'silent' ? 'no_answer' : 'undecided', id);
		else if (
			result.checkoutRequestId !== null &&
			result.checkoutRequestId !== payment.checkout_request_id
		)
			addOutcome(work, cause, 'request_mismatch', id);
		else {
			const { text } = result;
			const heard = { code, text, amount: null, receipt: null, paidAt: null };
			await applyResult(work, payment, heard, cause);
		}
		await finishWork(work);
	});

/** Whether Safaricom can be asked about a payment: only about a prompt of ours that it accepted. */
export const canQueryStatus = (payment: Payment) =>
	payment.origin === 'stk' && payment.checkout_request_id !== null;

/** Asks Safaricom what became of a payment, and writes down and does what it says. */
export const queryStatus = async (
	database: Database,
	daraja: Daraja,
	payment: Payment,
	by: AuditContext,
	now: () => number,
): Promise<QueryResult> => {
	if (!canQueryStatus(payment)) throw conflict('M-Pesa cannot be asked about this payment.');
	const result = await daraja.query(payment.checkout_request_id as string);
	await applyStatus(database, payment.id, result, by, now());
	return result;
};
