import { finished, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { liveCalls } from '#shared/contract/finance/calls.ts';
import { findFailure } from '#shared/contract/finance/result-codes.ts';
import { formatReported, type ReportedMoney } from '#shared/contract/finance/settlements.ts';
import { FOLLOWED_MAX, type LiveState } from '#shared/contract/finance/transactions.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { maskPhonesFor } from '../../platform/api/hidden-phones.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { isId } from '../../platform/db/engine.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Identify } from '../../platform/http/guard.ts';
import { type Payment, selectPayments } from './store.ts';
import { fromSeq } from './tables.ts';
import { isPaid } from './transitions.ts';
import { readReported } from './unmatched.ts';

/** Interval between reads of the payments of a stream. */
const READ_INTERVAL_MS = 1_000;
/** Reads after which an idle stream sends a comment: proxies close a connection that is silent for a minute. */
const HEARTBEAT = 15;
/** Reads of a stream: five minutes. A prompt is decided within two, or later by the poller. */
const READS_MAX = 300;
/** Time that a prompt stays on a phone. */
const PROMPT_MS = 75_000;
/** Upper bounds of open streams; other clients poll: see decision 0105. */
const STREAMS = { all: 200, person: 4 };

const CANCELLED = '1032';

/** Describes the state of a payment in a few words, as of `now` in milliseconds. */
const describeState = (payment: Followed, now: number) => {
	const { status, receipt, result_code: code, result_desc, reported } = payment;
	if (isPaid(payment)) return receipt ? `Paid, ${receipt}` : 'Paid, the receipt follows';
	if (status === 'failed') {
		if (code === CANCELLED) return 'Cancelled by the payer';
		const known = findFailure(code, result_desc)?.meaning;
		return known ?? (result_desc ? `Not paid: ${result_desc}` : 'Not paid');
	}
	if (reported) return formatReported(reported.amount, payment.amount);
	if (payment.checkout_request_id === null) return 'M-Pesa has not answered';
	return code === null && now - fromSeq(payment.seq) < PROMPT_MS ? 'Ringing' : 'Waiting for M-Pesa';
};

/** A payment with the money that M-Pesa reported and that is not booked. */
type Followed = Payment & { reported: ReportedMoney | undefined };

/** Reads payments by their ids. A pending prompt keeps its id; only completed payments are merged into another. */
const readPayments = async (db: Db, ids: readonly string[]): Promise<Followed[]> => {
	const payments = await selectPayments(db).where('id', 'in', ids).execute();
	const reported = await readReported(db, ids);
	return payments.map((payment) => ({ ...payment, reported: reported.get(payment.id) }));
};

const formatEvent = (name: string, data: unknown) =>
	`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Yields the events of a stream. `look` reads the payments; undefined if the listener may no longer see them. */
async function* watchStates(
	look: () => Promise<readonly Followed[] | undefined>,
	now: () => number,
	signal: AbortSignal,
) {
	const lastWords = new Map<string, string>();
	for (let n = 0; n < READS_MAX; n++) {
		const payments = await look();
		if (!payments) break;
		const changed = payments
			.map(
				(payment): LiveState => ({
					id: payment.id,
					status: payment.status,
					words: describeState(payment, now()),
				}),
			)
			.filter(({ id, words }) => lastWords.get(id) !== words);
		for (const state of changed) {
			lastWords.set(state.id, state.words);
			yield formatEvent('state', state);
		}
		if (changed.length === 0 && n % HEARTBEAT === 0) yield ':\n\n';
		if (payments.every(({ status }) => status !== 'pending')) break;
		if (await pause(READ_INTERVAL_MS, false, { signal }).catch(() => true)) break;
	}
	yield formatEvent('end', {});
}

/** Dependencies of the streams. */
interface LiveOptions {
	/** Identifies the caller again before each read. */
	identify: Identify;
	now: () => number;
}

/**
 * Adds the stream of a few prompts as server-sent events: one event for the state of each, one for each change, and `end`
 * when nothing more will come. Streams poll the database, so that they work with any number of servers.
 */
export const addLiveRoutes = (api: Api, database: Database, { identify, now }: LiveOptions) => {
	const open = new Map<AbortController, string>();
	// Fastify waits for open requests on close, and streams do not end by themselves.
	api.addHook('preClose', async () => {
		for (const stream of open.keys()) stream.abort();
	});

	const mayListen = async (request: FastifyRequest) =>
		(await identify(request))?.may.has('payments:read') ?? false;

	answerCalls(api, { database, now }, liveCalls, {
		watchTransactions: {
			compress: false,
			handler: async (request, reply) => {
				const ids = [...new Set(request.params.id.split(','))];
				if (ids.length > FOLLOWED_MAX || !ids.every(isId)) throw notFound('Transaction');
				if ((await readPayments(database.read, ids)).length < ids.length)
					throw notFound('Transaction');
				const { id: who } = request.actor;
				const mine = open
					.values()
					.filter((one) => one === who)
					.toArray().length;
				if (open.size >= STREAMS.all || mine >= STREAMS.person) throw new AppError('too_many');
				const readFollowed = async () =>
					(await mayListen(request))
						? maskPhonesFor(request, await readPayments(database.read, ids))
						: undefined;
				const stream = new AbortController();
				open.set(stream, who);
				// Also fires for a client that disconnected before this.
				finished(reply.raw, () => {
					stream.abort();
					open.delete(stream);
				});
				return reply
					.headers({
						'content-type': 'text/event-stream; charset=utf-8',
						// Keeps nginx from buffering.
						'x-accel-buffering': 'no',
					})
					.send(
						Readable.from(watchStates(readFollowed, now, stream.signal), { objectMode: false }),
					);
			},
		},
	});
};
