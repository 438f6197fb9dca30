import { transactionWithEvidence } from '#shared/contract/evidence.ts';
import { paymentRequest } from '#shared/contract/payment-requests.ts';
import { transaction } from '#shared/contract/transactions.ts';
import { createInSteps, REPEATABLE } from '../../api/idempotency.ts';
import { auditContextOf } from '../../audit-context.ts';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import type { Api } from '../../http/api.ts';
import { setVersion } from '../../http/etag.ts';
import type { Count } from '../../http/limits.ts';
import { openDaraja, type PushResult } from '../../mpesa/daraja.ts';
import type { MpesaSettings } from '../../mpesa/settings.ts';
import { requeueEarly, requeueOurs } from './apply.ts';
import { withEvidence } from './evidence.ts';
import { hookRoutes, storeDelivery } from './hooks.ts';
import { pollRateOf, queryStatus, startStatusPoller } from './poller.ts';
import { openProcessor } from './processor.ts';
import { beginPayment, finishPayment, push } from './stk-push.ts';
import { getPayment, tagOfTransaction } from './store.ts';

/** Dependencies of the routes and background work of payments. */
export interface PaymentsOptions {
	settings: MpesaSettings;
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

/** Adds payment requests, status queries and hooks, and starts the processor of deliveries and the poller. */
export const paymentRoutes = (api: Api, database: Database, options: PaymentsOptions) => {
	const { settings, publicUrl, count, now = Date.now, timeoutMs, pollMs } = options;
	const log = (error: unknown) => api.log.error({ err: error }, 'Payments');
	const processor = openProcessor(database, settings.shortCodes, now, log);
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

	hookRoutes(api, settings, keep, count, now);

	api.post('/payments', {
		schema: {
			tags: ['transactions'],
			operationId: 'requestPayment',
			summary: 'Sends a payment request to a phone; returns when M-Pesa has accepted it',
			description: `${REPEATABLE} A payer is never prompted twice for the same key.`,
			body: paymentRequest,
			response: { 202: transaction },
		},
		handler: (request, reply) => {
			const safaricom = online();
			const by = auditContextOf(request);
			let result: PushResult;
			return createInSteps(
				database,
				request,
				reply,
				(trx) => beginPayment({ trx, by, now: now() }, request.body),
				async (payment) => {
					const callback = `${publicUrl()}/api/hooks/${settings.hookTokens[0]}/stk`;
					result = await push(safaricom, payment, callback);
					return (trx) => finishPayment({ trx, by, now: now() }, payment.id, result);
				},
				() => result.kind === 'accepted' && applyEarly(result.checkoutRequestId),
			);
		},
	});

	const applyEarly = (checkoutRequestId: string) => {
		requeueEarly(database, { request: checkoutRequestId })
			.then((early) => early > 0 && processor.kick())
			.catch(log);
	};

	api.post('/transactions/:id/check', {
		schema: {
			tags: ['transactions'],
			operationId: 'checkTransaction',
			summary: 'Asks M-Pesa for the result of a payment',
			response: { 200: transactionWithEvidence },
		},
		handler: async (request, reply) => {
			const { id } = request.params as { id: string };
			const payment = await getPayment(database.read, id);
			const result = await queryStatus(database, online(), payment, auditContextOf(request), now);
			if (result.kind === 'silent')
				throw new AppError('payment_unanswered', 'M-Pesa did not answer. Please try again.');
			if (result.kind === 'open' && result.limited)
				throw new AppError('too_many', 'M-Pesa is busy. Please wait a minute.');
			const after = await getPayment(database.read, id);
			const found = await withEvidence(database.read, after, now());
			setVersion(reply, tagOfTransaction(found));
			return found;
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
					: pollRateOf(settings.account?.baseUrl ?? ''),
			});
	});
	api.addHook('onClose', async () => {
		clearInterval(leftOver);
		await poller?.close();
		await processor.close();
	});
};
