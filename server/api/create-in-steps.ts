import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Trx } from '../db/database.ts';
import { conflict } from '../errors.ts';
import { askedAs, keepAnswer, knownAnswer, sendAnswer, type WholeAnswer } from './idempotency.ts';

/** Until the first answer is known, its place is taken by this status. */
const UNANSWERED = 0;
/** Whoever is asked in between has answered by then, or is not waited for any more. */
const GIVEN_UP_MS = 5 * 60_000;

/** What a twin hears of a first try that began at `since`: a server that ended meanwhile never comes to its answer. */
const unanswered = (since: number) =>
	conflict(
		Date.now() - since < GIVEN_UP_MS
			? 'The first try of this request has no answer yet. Please wait a moment.'
			: 'The first try of this request was cut off, and may have been done. Look whether it was before you send it again under another key.',
	);

/** Creates with a call to another system in between: `begin` is committed before `ask` runs outside any transaction. The key never asks twice. */
export const createInSteps = async <Begun>(
	database: Database,
	request: FastifyRequest,
	reply: FastifyReply,
	begin: (trx: Trx) => Promise<Begun>,
	ask: (begun: Begun) => Promise<(trx: Trx) => Promise<WholeAnswer>>,
	committed: () => void = () => {},
) => {
	const asked = askedAs(request);
	const first = await database.write(
		async (trx): Promise<{ begun: Begun } | { answer: WholeAnswer }> => {
			const known = asked && (await knownAnswer(trx, asked));
			if (known?.status === UNANSWERED) throw unanswered(JSON.parse(known.body));
			if (known) return { answer: { ...known, body: JSON.parse(known.body) } };
			const begun = await begin(trx);
			if (asked)
				await keepAnswer(trx, asked, { status: UNANSWERED, body: JSON.stringify(Date.now()) });
			return { begun };
		},
	);
	if ('answer' in first) return sendAnswer(reply, first.answer);

	const end = await ask(first.begun);
	const answer = await database.write(async (trx) => {
		const made = await end(trx);
		if (asked) await keepAnswer(trx, asked, { ...made, body: JSON.stringify(made.body) });
		return made;
	});
	committed();
	return sendAnswer(reply, answer);
};
