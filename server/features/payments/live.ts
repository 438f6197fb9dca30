import { finished, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { failureBody } from '#shared/contract/errors.ts';
import { FOLLOWED_MAX, type LiveState } from '#shared/contract/live.ts';
import { resultCode } from '#shared/contract/result-codes.ts';
import { type ReportedMoney, reportedWords } from '#shared/contract/settlements.ts';
import { z } from '#shared/zod.ts';
import type { Database, Db } from '../../db/database.ts';
import { isId } from '../../db/engine.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Api } from '../../http/api.ts';
import type { Identify } from '../../http/guard.ts';
import { type Payment, paymentRows } from './store.ts';
import { momentOf } from './tables.ts';
import { reportedOf } from './unmatched.ts';

/** How often the rows are asked for while somebody listens. */
const LOOK_MS = 1_000;
/** So often something is said though there is nothing to say: a proxy ends a connection that is silent for a minute. */
const HEARTBEAT = 15;
/** Five minutes of looking. A prompt is decided within two, or by the poller, which nobody waits for. */
const LOOKS = 300;
/** A prompt stays on a phone for about a minute. */
const RINGS_MS = 75_000;
/** More than so many at once are told to ask now and then: see decision 0105. */
const STREAMS = { all: 200, person: 4 };

const CANCELLED = '1032';

/** How a payment stands in a few words, as of `now` in milliseconds. */
const wordsOf = (payment: Followed, now: number) => {
	const { status, receipt, result_code: code, result_desc, reported } = payment;
	if (status === 'completed') return receipt ? `Paid, ${receipt}` : 'Paid, the receipt follows';
	if (status === 'failed') {
		if (code === CANCELLED) return 'Cancelled by the payer';
		const known = resultCode(code, result_desc)?.meaning;
		return known ?? (result_desc ? `Not paid: ${result_desc}` : 'Not paid');
	}
	if (reported) return reportedWords(reported.amount, payment.amount);
	if (payment.checkout_request_id === null) return 'M-Pesa has not answered';
	return code === null && now - momentOf(payment.seq) < RINGS_MS ? 'Ringing' : 'Waiting for M-Pesa';
};

/** A payment, with what M-Pesa reported about it and is not booked. */
type Followed = Payment & { reported: ReportedMoney | undefined };

/** The payments of these ids. A prompt keeps its id: what is merged into another payment was completed before. */
const paymentsOf = async (db: Db, ids: readonly string[]): Promise<Followed[]> => {
	const payments = await paymentRows(db).where('id', 'in', ids).execute();
	const reported = await reportedOf(db, ids);
	return payments.map((payment) => ({ ...payment, reported: reported.get(payment.id) }));
};

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Events for those whose words are others than `told`, which takes note of them. */
const news = (payments: readonly Followed[], told: Map<string, string>, now: number) =>
	payments
		.map((payment) => {
			const { id, status } = payment;
			const words = wordsOf(payment, now);
			if (told.get(id) === words) return '';
			told.set(id, words);
			return event('state', { id, status, words } satisfies LiveState);
		})
		.join('');

/** The events of a stream. `look` finds the payments; nothing, where whoever listens may not any more. */
async function* states(
	look: () => Promise<readonly Followed[] | undefined>,
	now: () => number,
	signal: AbortSignal,
) {
	const told = new Map<string, string>();
	for (let n = 0; n < LOOKS; n++) {
		const payments = await look();
		if (!payments) break;
		const text = news(payments, told, now()) || (n % HEARTBEAT === 0 ? ':\n\n' : '');
		if (text) yield text;
		if (payments.every(({ status }) => status !== 'pending')) break;
		if (await pause(LOOK_MS, false, { signal }).catch(() => true)) break;
	}
	yield event('end', {});
}

/** What the streams go by. */
interface LiveOptions {
	/** Whether whoever listens is still signed in. */
	identify: Identify;
	now: () => number;
}

/**
 * A stream of what becomes of a few prompts (HTML, "Server-sent events"): one event for each as it stands, one
 * whenever that changes, `end` when nothing more will come. It goes by the rows, so it is the same on any
 * number of servers.
 */
export const liveRoutes = (api: Api, database: Database, { identify, now }: LiveOptions) => {
	const open = new Map<AbortController, string>();
	// Before the requests under way are waited for: these would not end by themselves.
	api.addHook('preClose', async () => {
		for (const stream of open.keys()) stream.abort();
	});

	const mayListen = async (request: FastifyRequest) =>
		(await identify(request))?.may.has('payments:read') ?? false;

	api.get('/transactions/:id/events', {
		compress: false,
		schema: {
			tags: ['transactions'],
			operationId: 'watchTransactions',
			summary: 'Streams changes of pending payments as server-sent events',
			produces: ['text/event-stream'],
			response: { 200: z.any(), default: failureBody },
			description: `\`id\` is one payment's, or up to ${FOLLOWED_MAX} with commas. Each \`state\` is a LiveState; after \`end\` nothing comes, and the caller closes.`,
		},
		handler: async (request, reply) => {
			const ids = [...new Set((request.params as { id: string }).id.split(','))];
			if (ids.length > FOLLOWED_MAX || !ids.every(isId)) throw notFound('Transaction');
			if ((await paymentsOf(database.read, ids)).length < ids.length) throw notFound('Transaction');
			const { id: who } = request.actor;
			const mine = open
				.values()
				.filter((one) => one === who)
				.toArray().length;
			if (open.size >= STREAMS.all || mine >= STREAMS.person) throw new AppError('too_many');
			const look = async () =>
				(await mayListen(request)) ? paymentsOf(database.read, ids) : undefined;
			const stream = new AbortController();
			open.set(stream, who);
			// Also where whoever asked has gone before this.
			finished(reply.raw, () => {
				stream.abort();
				open.delete(stream);
			});
			return reply
				.headers({
					'content-type': 'text/event-stream; charset=utf-8',
					// nginx passes it on as it comes.
					'x-accel-buffering': 'no',
				})
				.send(Readable.from(states(look, now, stream.signal), { objectMode: false }));
		},
	});
};
