import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Trx } from '../db/database.ts';
import { conflict } from '../errors.ts';
import { askedAs, etagOf, knownAnswer, sendAnswer, type WholeAnswer } from './idempotency.ts';

/** Until the first answer is known, its place is taken by this status. */
const UNANSWERED = 0;

/**
 * A create that asks somebody else in between, `Idempotency-Key` honoured: `begin` is committed
 * before `ask` runs, and `ask` runs in no transaction. What the end answers is kept with what it
 * wrote, failures too: the same key never asks twice. While the first is under way, a twin is 409.
 * `committed` is called once that is stored, whether or not the caller is still there to hear of it.
 */
export const createInSteps = async <Begun>(
	database: Database,
	request: FastifyRequest,
	reply: FastifyReply,
	begin: (trx: Trx) => Promise<Begun>,
	ask: (begun: Begun) => Promise<(trx: Trx) => Promise<WholeAnswer>>,
	committed: () => void = () => {},
) => {
	const { actor, key, request_hash } = askedAs(request);

	const first = await database.write(
		async (trx): Promise<{ begun: Begun } | { answer: WholeAnswer }> => {
			if (key === undefined) return { begun: await begin(trx) };
			const known = await knownAnswer(trx, { actor, key, request_hash });
			if (known?.status === UNANSWERED)
				throw conflict('The first try of this request has no answer yet. Please wait a moment.');
			if (known) {
				const { status, body, etag } = known;
				return { answer: { status, body: JSON.parse(body), version: Number(etag) } };
			}
			const begun = await begin(trx);
			const created_at = new Date().toISOString();
			const open = { status: UNANSWERED, etag: null, body: 'null', created_at };
			await trx
				.insertInto('idempotency_keys')
				.values({ actor, key, request_hash, ...open })
				.execute();
			return { begun };
		},
	);
	if ('answer' in first) return sendAnswer(reply, first.answer);

	const end = await ask(first.begun);
	const answer = await database.write(async (trx) => {
		const made = await end(trx);
		if (key !== undefined)
			await trx
				.updateTable('idempotency_keys')
				.set({ status: made.status, etag: etagOf(made), body: JSON.stringify(made.body) })
				.where('actor', '=', actor)
				.where('key', '=', key)
				.execute();
		return made;
	});
	committed();
	return sendAnswer(reply, answer);
};
