import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { type ErrorCode, errorCodes } from '#shared/contract/errors.ts';
import type { PaymentRequest } from '#shared/contract/transactions.ts';
import { readPhone } from '#shared/phone.ts';
import type { Answer } from '../../api/idempotency.ts';
import { type AuditContext, actorText } from '../../audit-context.ts';
import type { Database, Trx } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import type { Daraja, PushResult } from '../../mpesa/daraja.ts';
import { recordPayment } from './audit.ts';
import { keepExchange } from './messages.ts';
import { createPayment, type Payment, withMarks } from './store.ts';
import { seqOf } from './tables.ts';
import { addOutcome, finishWork, lockPayment, startWork, transition } from './transitions.ts';

/** A prompt stays on a phone for about a minute; after five nobody waits for it any more. */
const PROMPT_MS = 5 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** When to ask for the first time what became of a prompt: the payer has had their minute. */
const FIRST_CHECK_MS = 75_000;

/** Stores the request as a pending payment; refuses a phone that has a prompt open. */
export const beginPayment = async (
	database: Database,
	trx: Trx,
	input: PaymentRequest,
	by: AuditContext,
	now: number,
) => {
	const phone = readPhone(input.phone_number) as string;
	await database.lock(trx, `prompt:${phone}`);
	const open = await trx
		.selectFrom('payments')
		.select('id')
		.where('phone', '=', phone)
		.where('seq', '>', seqOf(now - PROMPT_MS))
		// One from further ahead was asked for before the clock was set back, which may be long ago.
		.where('seq', '<', seqOf(now + PROMPT_MS))
		.where('status', '=', 'pending')
		.where('origin', '=', 'stk')
		.executeTakeFirst();
	if (open)
		throw new AppError(
			'conflict',
			'This phone has a payment request open. Please wait for it to end.',
		);
	const requestedBy = actorText(by.actor);
	const made = await createPayment(
		trx,
		{
			id: randomUUIDv7(),
			origin: 'stk',
			status: 'pending',
			amount: input.amount,
			phone,
			account_reference: input.account_reference,
			description: input.description,
			months: input.months ?? null,
			requested_by: requestedBy,
		},
		now,
		now,
		{ cause: 'request', message_id: null, actor: requestedBy },
	);
	recordPayment(trx, by, 'request', { after: made });
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

const isTaken = async (
	trx: Trx,
	{
		checkoutRequestId,
		merchantRequestId,
	}: { checkoutRequestId: string; merchantRequestId: string },
) =>
	(await trx
		.selectFrom('payments')
		.select('id')
		.where((eb) =>
			eb.or([
				eb('checkout_request_id', '=', checkoutRequestId),
				eb('merchant_request_id', '=', merchantRequestId),
			]),
		)
		.executeTakeFirst()) !== undefined;

const failure = (code: ErrorCode, error: string, data: unknown): Answer => ({
	status: errorCodes[code].status,
	body: { success: false, error, code, data },
});

/** Writes down what Safaricom said to a request, and makes the caller's answer of it. */
export const finishPayment = async (
	trx: Trx,
	id: string,
	result: PushResult,
	by: AuditContext,
	now: number,
): Promise<Answer> => {
	const key = result.kind === 'accepted' ? result.checkoutRequestId : null;
	const { asked, answered } = await keepExchange(trx, 'push', key, result.exchange, now);
	const work = startWork(trx, now);
	const cause = { messageId: answered ?? asked, at: now, by, kind: 'answer' as const };
	const payment = (await lockPayment(trx, 'id', id)) as Payment;
	addOutcome(work, { ...cause, messageId: asked }, 'sent', id);

	if (result.kind === 'refused') {
		addOutcome(work, cause, 'refused', id);
		const patch = { status: 'failed' as const, result_code: result.code, result_desc: result.text };
		await transition(work, payment, patch, cause);
	} else if (result.kind === 'silent') addOutcome(work, cause, 'unanswered', id);
	else if (await isTaken(trx, result)) addOutcome(work, cause, 'request_id_reused', id);
	else {
		addOutcome(work, cause, 'accepted', id);
		await transition(
			work,
			payment,
			{
				status: 'pending',
				checkout_request_id: result.checkoutRequestId,
				merchant_request_id: result.merchantRequestId,
			},
			cause,
		);
		await trx
			.insertInto('payment_checks')
			.values({ payment_id: id, due_at: new Date(now + FIRST_CHECK_MS).toISOString(), tries: 0 })
			.execute();
	}
	await finishWork(work);
	const [data] = await withMarks(trx, [(await lockPayment(trx, 'id', id)) as Payment], now);
	if (result.kind === 'refused')
		return failure('payment_refused', `M-Pesa refused this payment: ${result.text}`, data);
	if (result.kind === 'silent')
		return failure('payment_unanswered', errorCodes.payment_unanswered.message, data);
	return { status: 202, body: { success: true, data }, version: payment.version + 1 };
};

/** Deliveries about requests of ours that moved no payment yet, for whatever reason. */
const early = (trx: Trx) =>
	trx
		.selectFrom('mpesa_messages')
		.select('mpesa_messages.id as message_id')
		.where('mpesa_messages.kind', '=', 'stk')
		.where(
			sql<boolean>`not exists (select 1 from payment_outcomes where message_id = mpesa_messages.id
				and (payment_id is not null or outcome = 'settled'))`,
		);

const queue = async (trx: Trx, rows: { message_id: number }[]) => {
	if (rows.length > 0)
		await trx
			.insertInto('payment_queue')
			.values(rows)
			// Waits for whoever is applying one of them just now and may not have seen its request.
			.onConflict((conflict) => conflict.doNothing())
			.execute();
	return rows.length;
};

/**
 * Has deliveries looked at again that came before we knew their request: the callback can be faster
 * than our own commit. Runs after that commit, so that none falls between.
 */
export const requeueEarly = (database: Database, checkoutRequestId: string) =>
	database.write(async (trx) =>
		queue(trx, await early(trx).where('key', '=', checkoutRequestId).execute()),
	);

/** The same for everything of the last day, after a crash in between. */
export const requeueAllEarly = (database: Database, now: number) =>
	database.write(async (trx) =>
		queue(
			trx,
			await early(trx)
				.innerJoin('payments', 'payments.checkout_request_id', 'mpesa_messages.key')
				.where('mpesa_messages.at', '>', new Date(now - DAY_MS).toISOString())
				.execute(),
		),
	);
