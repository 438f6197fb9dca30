import { findAccountProblem, toAccountKey } from '#shared/account.ts';
import { paymentCalls } from '#shared/contract/finance/calls.ts';
import { type PaymentRequest, paymentRequest } from '#shared/contract/finance/payment-requests.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { type ErrorCode, errorCodes } from '#shared/contract/platform/errors.ts';
import { readPhone } from '#shared/phone.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { answerCalls, Versioned } from '../../platform/api/calls.ts';
import { createInSteps, type WholeAnswer } from '../../platform/api/idempotency.ts';
import { formatActor, toAuditContext } from '../../platform/audit-context.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { lockName } from '../../platform/db/engine.ts';
import { AppError, conflict, invalid } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Count } from '../../platform/http/limits.ts';
import { openDaraja, type PushResult } from '../mpesa/daraja.ts';
import type { MpesaSettings } from '../mpesa/settings.ts';
import { requireAccount } from './accounts.ts';
import { requeueEarly, requeueOurs } from './apply.ts';
import { withEvidence } from './evidence.ts';
import { addHookRoutes, storeDelivery } from './hooks.ts';
import { getPollRate, queryStatus, startStatusPoller } from './poller.ts';
import { openProcessor } from './processor.ts';
import type { Filled, SendRequest } from './request-limits.ts';
import {
	computeTransactionTag,
	getPayment,
	isRequestKnown,
	type Payment,
	withMarks,
} from './store.ts';
import { toSeq } from './tables.ts';
import { createPayment, lockPayment, transition } from './transitions.ts';
import { addOutcome, finishWork, startWork, storeExchange } from './unit-of-work.ts';

/** Time for which a request blocks another one to the same phone; a prompt stays on a phone for about a minute. */
const PROMPT_MS = 5 * 60_000;
/** Delay of the first status query, after the minute of the payer. */
const FIRST_CHECK_MS = 75_000;

/** Returns a request with the phone number and reference of the payment that it repeats. Fails with 422 without them. */
const fillFromPayment = async (db: Db, input: PaymentRequest): Promise<Filled> => {
	const { repeats } = input;
	const from = repeats === undefined ? undefined : await getPayment(db, repeats);
	const phone_number = input.phone_number ?? from?.phone;
	const account_reference = input.account_reference ?? from?.account_reference;
	if (!phone_number || !readPhone(phone_number))
		throw invalid('phone_number', 'Phone number is required');
	if (!account_reference) throw invalid('account_reference', 'Account reference is required');
	const { error } = paymentRequest.shape.account_reference.safeParse(account_reference);
	if (error) throw invalid('account_reference', error.issues[0]?.message ?? '');
	const problem = findAccountProblem(account_reference);
	if (problem && /^\d{9}$/.test(toAccountKey(account_reference) ?? ''))
		await requireAccount(db, 'account_reference', account_reference);
	return { ...input, phone_number, account_reference };
};

/** Stores a request as a pending payment. Fails with 409 if the phone has an open request. */
const beginPayment = async ({ trx, context, now }: Acting, input: Filled) => {
	const phone = readPhone(input.phone_number) as string;
	await lockName(trx, `prompt:${phone}`);
	const open = await trx
		.selectFrom('payments')
		.select('id')
		.where('phone', '=', phone)
		.where('seq', '>', toSeq(now - PROMPT_MS))
		// A request from further ahead was made before the clock was set back.
		.where('seq', '<', toSeq(now + PROMPT_MS))
		.where('status', '=', 'pending')
		.where('origin', '=', 'stk')
		// A result code that we do not know ends the prompt too.
		.where('result_code', 'is', null)
		.executeTakeFirst();
	if (open)
		throw conflict('This phone already has an open payment request. Please wait for it to end.');
	const work = startWork(trx, now);
	const created = await createPayment(
		work,
		{
			origin: 'stk',
			status: 'pending',
			amount: input.amount,
			phone,
			account_reference: input.account_reference,
			description: input.description,
			months: input.months ?? null,
			requested_by: formatActor(context.actor),
		},
		now,
		{ messageId: null, at: now, context, kind: 'request' },
	);
	await finishWork(work);
	return created;
};

const toFailure = (code: ErrorCode, error: string, data: unknown): WholeAnswer => ({
	status: errorCodes[code].status,
	body: { success: false, error, code, data },
});

/** Stores the answer of Safaricom to a request, and returns the response to the caller. */
const finishPayment = async (
	{ trx, context, now }: Acting,
	id: string,
	result: PushResult,
): Promise<WholeAnswer> => {
	const key = result.kind === 'accepted' ? result.checkoutRequestId : null;
	const work = startWork(trx, now);
	const cause = await storeExchange(work, 'push', result.exchange, { id, key, context });
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
		return toFailure('payment_refused', `M-Pesa refused this payment: ${result.text}`, data);
	if (result.kind === 'silent')
		return toFailure('payment_unanswered', errorCodes.payment_unanswered.message, data);
	return { status: 202, body: { success: true, data }, version: computeTransactionTag(data) };
};

/** Dependencies of the routes and background work of payments. */
export interface PaymentsOptions {
	settings: MpesaSettings;
	plans: readonly Plan[];
	/** The address of the site, for callbacks. */
	publicUrl: () => string;
	/** Counts deliveries and requests with a wrong token, for the rate limits. */
	count: Count;
	/** Our clock, in milliseconds. */
	now?: () => number;
	/** Timeout of calls to Safaricom. */
	timeoutMs?: number | undefined;
	/** The delay of the poller between queries. */
	pollMs?: number | undefined;
}

/** Interval between looks for deliveries that a crashed server stored and did not apply. */
const LEFT_OVER_MS = 5_000;

/**
 * Adds payment requests, status queries and hooks, and starts the processor of deliveries and the poller. Returns the
 * function that sends a request.
 */
export const addPaymentRoutes = (api: Api, database: Database, options: PaymentsOptions) => {
	const { settings, plans, publicUrl, count, now = Date.now, timeoutMs, pollMs } = options;
	const log = (error: unknown) => api.log.error({ err: error }, 'Payments');
	const processor = openProcessor(database, { shortCodes: settings.shortCodes, plans }, now, log);
	const keep = async (message: Parameters<typeof storeDelivery>[1]) => {
		await storeDelivery(database, message);
		processor.kick();
	};
	const daraja =
		settings.account &&
		openDaraja(settings.account, {
			now,
			secrets: settings.hookTokens,
			...(timeoutMs && { timeoutMs }),
		});
	const online = () => {
		if (!daraja) throw new AppError('payments_off');
		return daraja;
	};

	const sendRequest: SendRequest = (request, reply, input, steps) => {
		const safaricom = online();
		const context = toAuditContext(request);
		let result: PushResult;
		return createInSteps(
			database,
			request,
			reply,
			async (trx) => {
				await steps?.check(trx);
				return beginPayment({ trx, context, now: now() }, input);
			},
			async (payment) => {
				result = await safaricom.push({
					phone: payment.phone as string,
					amount: payment.amount,
					reference: input.account_reference,
					description: input.description,
					callbackUrl: `${publicUrl()}/api/hooks/${settings.hookTokens[0]}/stk`,
				});
				return async (trx) => {
					const answer = await finishPayment({ trx, context, now: now() }, payment.id, result);
					if (!steps) return answer;
					return {
						status: answer.status,
						body: { ...answer.body, data: await steps.describe(trx) },
					};
				};
			},
			() => result.kind === 'accepted' && applyEarly(result.checkoutRequestId),
		);
	};

	addHookRoutes(api, settings, keep, count, now);

	const applyEarly = (checkoutRequestId: string) => {
		requeueEarly(database, { request: checkoutRequestId })
			.then((early) => early > 0 && processor.kick())
			.catch(log);
	};

	answerCalls(api, { database, now }, paymentCalls, {
		requestPayment: async (request, reply) => {
			await sendRequest(request, reply, await fillFromPayment(database.read, request.body));
			return reply;
		},
		checkTransaction: async (request) => {
			const { id } = request.params;
			const payment = await getPayment(database.read, id);
			const result = await queryStatus(database, online(), payment, toAuditContext(request), now);
			if (result.kind === 'silent')
				throw new AppError('payment_unanswered', 'M-Pesa did not answer. Please try again.');
			if (result.kind === 'open' && result.limited)
				throw new AppError('too_many', 'M-Pesa is busy. Please wait a minute.');
			const after = await getPayment(database.read, id);
			const data = await withEvidence(database.read, after, now());
			return new Versioned(data, computeTransactionTag(data));
		},
	});
	let poller: ReturnType<typeof startStatusPoller> | undefined;
	const leftOver = setInterval(processor.kick, LEFT_OVER_MS);
	leftOver.unref();
	api.addHook('onReady', async () => {
		await requeueEarly(database, { now: now() });
		await requeueOurs(database, settings.shortCodes);
		processor.kick();
		if (daraja)
			poller = startStatusPoller(database, daraja, {
				now,
				onError: log,
				rate: pollMs
					? { fastMs: pollMs, slowMs: pollMs }
					: getPollRate(settings.account?.baseUrl ?? ''),
			});
	});
	api.addHook('onClose', async () => {
		clearInterval(leftOver);
		await poller?.close();
		await processor.close();
	});
	return sendRequest;
};
