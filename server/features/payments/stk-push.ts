import { type ErrorCode, errorCodes } from '#shared/contract/errors.ts';
import type { PaymentRequest } from '#shared/contract/payment-requests.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { readPhone } from '#shared/phone.ts';
import type { Acting } from '../../api/acting.ts';
import type { WholeAnswer } from '../../api/idempotency.ts';
import { actorText } from '../../audit-context.ts';
import { lockName } from '../../db/engine.ts';
import { conflict } from '../../errors.ts';
import type { Daraja, PushResult } from '../../mpesa/daraja.ts';
import { isRequestKnown, type Payment, tagOfTransaction, withMarks } from './store.ts';
import { seqOf } from './tables.ts';
import { createPayment, lockPayment, transition } from './transitions.ts';
import { addOutcome, finishWork, startWork, storeExchange } from './unit-of-work.ts';

/** Time for which a request blocks another one to the same phone; a prompt stays on a phone for about a minute. */
const PROMPT_MS = 5 * 60_000;
/** Delay of the first status query, after the minute of the payer. */
const FIRST_CHECK_MS = 75_000;

/** Stores a request as a pending payment. Fails with 409 if the phone has an open request. */
export const beginPayment = async ({ trx, by, now }: Acting, input: PaymentRequest) => {
	const phone = readPhone(input.phone_number) as string;
	await lockName(trx, `prompt:${phone}`);
	const open = await trx
		.selectFrom('payments')
		.select('id')
		.where('phone', '=', phone)
		.where('seq', '>', seqOf(now - PROMPT_MS))
		// A request from further ahead was made before the clock was set back.
		.where('seq', '<', seqOf(now + PROMPT_MS))
		.where('status', '=', 'pending')
		.where('origin', '=', 'stk')
		// A result code that we do not know ends the prompt too.
		.where('result_code', 'is', null)
		.executeTakeFirst();
	if (open)
		throw conflict('This phone already has an open payment request. Please wait for it to end.');
	const work = startWork(trx, now);
	const made = await createPayment(
		work,
		{
			origin: 'stk',
			status: 'pending',
			amount: input.amount,
			phone,
			account_reference: input.account_reference,
			description: input.description,
			months: input.months ?? null,
			requested_by: actorText(by.actor),
		},
		now,
		{ messageId: null, at: now, by, kind: 'request' },
	);
	await finishWork(work);
	return made;
};

/** Asks Safaricom to prompt the payer of a stored request. */
export const push = (daraja: Daraja, payment: Payment, callbackUrl: string) =>
	daraja.push({
		phone: payment.phone as string,
		amount: payment.amount,
		reference: payment.account_reference as string,
		description: payment.description as string,
		callbackUrl,
	});

const failure = (code: ErrorCode, error: string, data: unknown): WholeAnswer => ({
	status: errorCodes[code].status,
	body: { success: false, error, code, data },
});

/** Stores the answer of Safaricom to a request, and returns the response to the caller. */
export const finishPayment = async (
	{ trx, by, now }: Acting,
	id: string,
	result: PushResult,
): Promise<WholeAnswer> => {
	const key = result.kind === 'accepted' ? result.checkoutRequestId : null;
	const work = startWork(trx, now);
	const cause = await storeExchange(work, 'push', result.exchange, { id, key, by });
	const payment = (await lockPayment(trx, 'id', id)) as Payment;
	const done = (outcome: string) => addOutcome(work, cause, outcome, id);

	if (result.kind === 'refused') {
		done('refused');
		const patch = { result_code: result.code, result_desc: result.text };
		await transition(work, payment, 'failed', patch, cause);
	} else if (result.kind === 'silent') done('unanswered');
	else if (await isRequestKnown(trx, result)) done('request_id_reused');
	else {
		done('accepted');
		const { checkoutRequestId, merchantRequestId } = result;
		const ids = { checkout_request_id: checkoutRequestId, merchant_request_id: merchantRequestId };
		await transition(work, payment, 'noted', ids, cause);
		await trx
			.insertInto('payment_checks')
			.values({ payment_id: id, due_at: new Date(now + FIRST_CHECK_MS).toISOString(), tries: 0 })
			.execute();
	}
	await finishWork(work);
	const after = (await lockPayment(trx, 'id', id)) as Payment;
	const [data] = (await withMarks(trx, [after], now)) as [Transaction];
	if (result.kind === 'refused')
		return failure('payment_refused', `M-Pesa refused this payment: ${result.text}`, data);
	if (result.kind === 'silent')
		return failure('payment_unanswered', errorCodes.payment_unanswered.message, data);
	return { status: 202, body: { success: true, data }, version: tagOfTransaction(data) };
};
