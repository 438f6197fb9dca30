import { eastAfricaText } from '#shared/east-africa-time.ts';
import { grouped } from '#shared/grouped.ts';
import { conflict } from '../../../errors.ts';
import { readStkCallback, type StkResult } from '../../../mpesa/deliveries.ts';
import { applyResult } from '../apply.ts';
import { phonesMatch } from '../matching.ts';
import { isRequestKnown, type Payment, UNASKED } from '../store.ts';
import { momentOf } from '../tables.ts';
import { lockPayment, transition } from '../transitions.ts';
import type { Cause, Work } from '../unit-of-work.ts';
import type { OpenDelivery } from './store.ts';

/** Two clocks may differ by so much. */
const BEFORE_MS = 60_000;

const clock = (ms: number) => eastAfricaText(ms).slice(11, 16);
/** Whether M-Pesa never answered a request of ours, so that nobody knows by which ids it goes. */
export const isUnanswered = ({ origin, status, checkout_request_id }: Payment) =>
	origin === 'stk' && status === 'pending' && checkout_request_id === null;

/** Why a report cannot be the answer to a request: what does not fit, with both values. */
export const misfit = (
	result: StkResult,
	arrivedAt: number,
	{ seq, phone, amount }: Pick<Payment, 'seq' | 'phone' | 'amount'>,
) => {
	const asked = momentOf(seq);
	if (arrivedAt < asked - BEFORE_MS)
		return `This report came at ${clock(arrivedAt)}, and the payer was asked at ${clock(asked)} only.`;
	if (!phonesMatch(result.phone, phone))
		return `This report is of phone ${result.phone}, and ${phone} was asked.`;
	if (result.code !== '0') return undefined;
	if (result.cents || result.amount !== amount)
		return `This report is of ${result.amount === null ? 'no amount' : `KSh ${grouped(result.amount)}`}, and KSh ${grouped(amount)} were asked for.`;
	return undefined;
};

/**
 * Has a report be the answer to a request of ours that M-Pesa never answered: the payment gets its ids, and the
 * report then does what it had done, had they been known. 409 where it does not fit, or decides nothing.
 */
export const attach = async (
	work: Work,
	{ kind, body, at }: OpenDelivery,
	payment: Payment,
	cause: Cause,
) => {
	const result = kind === 'stk' ? readStkCallback(body) : undefined;
	if (!result) throw conflict('This delivery is no report on a request to pay.');
	const why = misfit(result, Date.parse(at), payment);
	if (why) throw conflict(why);
	const { checkoutRequestId, merchantRequestId } = result;
	if (await isRequestKnown(work.trx, { checkoutRequestId, merchantRequestId }))
		throw conflict('This report names a request of another payment.');
	const owner = result.receipt && (await lockPayment(work.trx, 'receipt', result.receipt));
	if (owner && (!UNASKED.includes(owner.origin) || owner.amount !== payment.amount))
		throw conflict('This receipt belongs to another payment already.');
	const ids = { checkout_request_id: checkoutRequestId, merchant_request_id: merchantRequestId };
	if (!(await transition(work, payment, 'noted', ids, cause)))
		throw conflict('This payment has changed meanwhile.');
	const known = (await lockPayment(work.trx, 'id', payment.id)) as Payment;
	await applyResult(work, known, result, cause);
	return { id: payment.id, request: checkoutRequestId };
};
