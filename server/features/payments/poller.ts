import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExpressionBuilder } from 'kysely';
import { type AuditContext, SYSTEM_CONTEXT } from '../../audit-context.ts';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { conflict } from '../../errors.ts';
import { hold, release } from '../../jobs/jobs.ts';
import type { Daraja, QueryResult } from '../../mpesa/daraja.ts';
import { codeText } from '../../mpesa/deliveries.ts';
import { applyResult } from './apply.ts';
import { recordPayment } from './audit.ts';
import { type Payment, paymentRows } from './store.ts';
import { momentOf } from './tables.ts';
import { lockPayment } from './transitions.ts';
import { addOutcome, finishWork, keepExchange, startWork } from './unit-of-work.ts';

/** Delays between queries to M-Pesa, in milliseconds: while it answers, and while nothing is due or it answers 429. */
export interface PollRate {
	fastMs: number;
	slowMs: number;
}

/** Five a minute: above it Safaricom's sandbox answers 429 (integrators' reports). */
const SANDBOX_MS = 12_500;

/**
 * The rate for a host. For production no limit is documented: one a second, which has 300 lost callbacks
 * answered in about six minutes, and slower as soon as it answers 429.
 */
export const pollRateOf = (baseUrl: string): PollRate => ({
	fastMs: new URL(baseUrl).hostname.startsWith('sandbox.') ? SANDBOX_MS : 1_000,
	slowMs: SANDBOX_MS,
});

/** A rest is so many slow waits: a limit is one by the minute. */
const REST = 5;
const FASTER = 0.8;

/**
 * How long to wait after each answer, in milliseconds: after a 429 it is a rest, and slow from then on; after silence
 * slow; and with every answer faster again.
 */
export const waitsOf = ({ fastMs, slowMs }: PollRate) => {
	let between = fastMs;
	return (answer: 'answered' | 'limited' | 'silent' | 'idle') => {
		if (answer === 'idle') return slowMs;
		between = answer === 'answered' ? Math.max(fastMs, between * FASTER) : slowMs;
		return answer === 'limited' ? slowMs * REST : between;
	};
};

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
const canQueryStatus = (payment: Payment) =>
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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How old a payment is when it is asked about; after the last it waits for a person. */
const AGES_MS = [
	75_000,
	2 * MINUTE_MS,
	5 * MINUTE_MS,
	15 * MINUTE_MS,
	HOUR_MS,
	6 * HOUR_MS,
	24 * HOUR_MS,
];

/** Whoever holds this asks: the rate is that of all servers together. */
const PACE = 'Ask M-Pesa what stays pending';
/** A server that stands still for a moment is not gone. */
const LEAST_LEASE_MS = 5_000;

/** When to ask next; undefined after the last time. */
const nextTime = (createdAt: number, tries: number, now: number) => {
	const age = AGES_MS[tries];
	if (age === undefined) return undefined;
	return Math.max(Math.min(createdAt, now) + age, now + MINUTE_MS / 2);
};

/** What is due by a clock; also what no check could be put off to, so that it was set back since. */
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
 * Takes the check that has been due longest, by moving it to its next time first: of two servers one
 * asks, and a payment that makes trouble does not come again at once.
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
		const payment = await paymentRows(trx).where('id', '=', due.payment_id).executeTakeFirst();
		const next =
			payment?.status === 'pending' && canQueryStatus(payment)
				? nextTime(momentOf(payment.seq), due.tries + 1, now)
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
 * Asks Safaricom, from one server at a time and one question after another, about payments that stay pending:
 * deliveries get lost. Rests when it is told that we ask too much, and goes on slowly then, as it does when nobody
 * answers.
 */
export const startStatusPoller = (
	database: Database,
	daraja: Daraja,
	{ now, rate, onError }: { now: () => number; rate: PollRate; onError: (error: unknown) => void },
) => {
	const waitAfter = waitsOf(rate);
	const lease = {
		name: PACE,
		holder: randomUUID(),
		// Longer than any wait: whoever rests stays the one that asks, so that no other server does meanwhile.
		leaseMs: Math.max(2 * REST * rate.slowMs, LEAST_LEASE_MS),
	};

	/** Asks about one payment, where one is due and it is this server's turn; resolves to what came of it. */
	const ask = async () => {
		const mine = await hold(database, lease, Date.now());
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
			await pause(waitAfter(answer), undefined, { signal, ref: false }).catch(() => {});
		}
	};
	const running = run();
	return {
		close: async () => {
			closing.abort();
			await running;
			await release(database, lease, { failed: false, note: 'Handed over' }, Date.now());
		},
	};
};
