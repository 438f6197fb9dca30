import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExpressionBuilder } from 'kysely';
import { type AuditContext, SYSTEM_CONTEXT } from '../../platform/audit-context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { conflict } from '../../platform/errors.ts';
import { endLease, renewOrClaim } from '../../platform/jobs.ts';
import type { Daraja, QueryResult } from '../mpesa/daraja.ts';
import { toCodeText } from '../mpesa/deliveries.ts';
import { applyResult } from './apply.ts';
import { type Payment, selectPayments } from './store.ts';
import { fromSeq } from './tables.ts';
import { lockPayment } from './transitions.ts';
import { addOutcome, finishWork, recordPayment, startWork, storeExchange } from './unit-of-work.ts';

/** Delays between queries to M-Pesa, in milliseconds: while it answers, and while nothing is due or it does not answer. */
export interface PollRate {
	fastMs: number;
	slowMs: number;
}

/** Five a minute: above it Safaricom's sandbox answers 429 (integrators' reports). */
const SANDBOX_MS = 12_500;

/**
 * Returns the rate for a host. For production no limit is documented: at one a second, 300 lost callbacks are answered in
 * about six minutes.
 */
export const getPollRate = (baseUrl: string): PollRate => ({
	fastMs: new URL(baseUrl).hostname.startsWith('sandbox.') ? SANDBOX_MS : 1_000,
	slowMs: SANDBOX_MS,
});

/** Slow delays after an answer 429: Safaricom limits queries by the minute. */
const PAUSE_FACTOR = 5;

/** Returns the delay after an answer, in milliseconds. */
export const computeDelay = (
	answer: 'answered' | 'limited' | 'silent' | 'idle',
	{ fastMs, slowMs }: PollRate,
) => {
	if (answer === 'limited') return slowMs * PAUSE_FACTOR;
	return answer === 'answered' ? fastMs : slowMs;
};

/** Stores the answer to a status query, and applies it. */
export const applyStatus = (
	database: Database,
	id: string,
	result: QueryResult,
	context: AuditContext,
	now: number,
) =>
	database.write(async (trx) => {
		const payment = (await lockPayment(trx, 'id', id)) as Payment;
		const work = startWork(trx, now);
		const key = payment.checkout_request_id;
		const cause = await storeExchange(work, 'query', result.exchange, { id, key, context });
		// Queries by the poller are in the evidence, and in the audit trail only if they change the payment.
		if (context.actor.kind !== 'system')
			recordPayment(
				trx,
				context,
				'check',
				{ before: payment, after: payment },
				{ answer: result.kind },
			);
		const code = result.kind === 'result' ? toCodeText(result.code) : null;
		if (result.kind !== 'result' || code === null)
			// No answer to a query decides nothing; no answer to a prompt leaves a mark.
			addOutcome(work, cause, result.kind === 'silent' ? 'no_answer' : 'undecided', id);
		else if (
			result.checkoutRequestId !== null &&
			result.checkoutRequestId !== payment.checkout_request_id
		)
			addOutcome(work, cause, 'request_mismatch', id);
		else {
			const { text } = result;
			const queryResult = { code, text, amount: null, receipt: null, paidAt: null };
			await applyResult(work, payment, queryResult, cause);
		}
		await finishWork(work);
	});

/** Returns whether a status query is possible: only for our own prompts that Safaricom accepted. */
const canQueryStatus = (payment: Payment) =>
	payment.origin === 'stk' && payment.checkout_request_id !== null;

/** Sends a status query about a payment, and applies the answer. Fails with 409 if no query is possible. */
export const queryStatus = async (
	database: Database,
	daraja: Daraja,
	payment: Payment,
	context: AuditContext,
	now: () => number,
): Promise<QueryResult> => {
	if (!canQueryStatus(payment)) throw conflict('M-Pesa cannot be asked about this payment.');
	const result = await daraja.query(payment.checkout_request_id as string);
	await applyStatus(database, payment.id, result, context, now());
	return result;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Ages at which a pending payment is queried; after the last one it waits for a person. */
const AGES_MS = [
	75_000,
	2 * MINUTE_MS,
	5 * MINUTE_MS,
	15 * MINUTE_MS,
	HOUR_MS,
	6 * HOUR_MS,
	24 * HOUR_MS,
];

/** The lease of the server that queries: the rate is that of all servers together. */
const LEASE_NAME = 'Ask M-Pesa what stays pending';
/** A server that pauses for a moment keeps the lease. */
const LEAST_LEASE_MS = 5_000;

/** Returns the time of the next query; undefined after the last one. */
const computeNextTime = (createdAt: number, tries: number, now: number) => {
	const age = AGES_MS[tries];
	if (age === undefined) return undefined;
	return Math.max(Math.min(createdAt, now) + age, now + MINUTE_MS / 2);
};

/** True for checks that are due, and for times too far ahead, set before the clock was set back. */
const isDue = (eb: ExpressionBuilder<Schema, 'payment_checks'>, now: number) =>
	eb.or([
		eb('due_at', '<=', new Date(now).toISOString()),
		...AGES_MS.map((age, tries) =>
			eb.and([
				eb('tries', '=', tries),
				eb('due_at', '>', new Date(now + age + MINUTE_MS).toISOString()),
			]),
		),
	]);

/**
 * Takes the check that has been due longest, and first moves it to its next time: only one of two servers asks, and a
 * payment that fails is not queried again at once.
 */
const take = (database: Database, now: number) =>
	database.write(async (trx) => {
		const due = await trx
			.selectFrom('payment_checks')
			.selectAll()
			.where((eb) => isDue(eb, now))
			.orderBy('due_at')
			.limit(1)
			.executeTakeFirst();
		if (!due) return undefined;
		const payment = await selectPayments(trx).where('id', '=', due.payment_id).executeTakeFirst();
		const next =
			payment?.status === 'pending' && canQueryStatus(payment)
				? computeNextTime(fromSeq(payment.seq), due.tries + 1, now)
				: undefined;
		const { numDeletedRows } = await trx
			.deleteFrom('payment_checks')
			.where('payment_id', '=', due.payment_id)
			.where('due_at', '=', due.due_at)
			.executeTakeFirst();
		if (numDeletedRows !== 1n || payment?.status !== 'pending') return undefined;
		if (next !== undefined)
			await trx
				.insertInto('payment_checks')
				.values({ ...due, due_at: new Date(next).toISOString(), tries: due.tries + 1 })
				.execute();
		return payment;
	});

/**
 * Queries Safaricom about pending payments whose callback may be lost, from one server at a time, one query after another.
 * Pauses after an answer 429.
 */
export const startStatusPoller = (
	database: Database,
	daraja: Daraja,
	{ now, rate, onError }: { now: () => number; rate: PollRate; onError: (error: unknown) => void },
) => {
	const lease = {
		name: LEASE_NAME,
		holder: randomUUID(),
		// Longer than any delay, so that no other server takes over during a pause.
		leaseMs: Math.max(2 * PAUSE_FACTOR * rate.slowMs, LEAST_LEASE_MS),
	};

	/** Queries one payment if one is due and this server has the lease. */
	const ask = async () => {
		const mine = await renewOrClaim(database, lease, Date.now());
		const payment = mine && (await take(database, now()));
		if (!payment) return 'idle';
		const result = await queryStatus(database, daraja, payment, SYSTEM_CONTEXT, now);
		if (result.kind === 'silent') return 'silent';
		return result.kind === 'open' && result.limited ? 'limited' : 'answered';
	};

	const closing = new AbortController();
	const { signal } = closing;
	const run = async () => {
		while (!signal.aborted) {
			const answer = await ask().catch((error) => {
				onError(error);
				return 'silent' as const;
			});
			await pause(computeDelay(answer, rate), undefined, { signal, ref: false }).catch(() => {});
		}
	};
	const running = run();
	return {
		close: async () => {
			closing.abort();
			await running;
			await endLease(database, lease, { failed: false, note: 'Handed over' }, Date.now());
		},
	};
};
