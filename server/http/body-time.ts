import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { sendFailure } from './failures.ts';

const BODY_MS = 10_000;
/** How long a sender whose answer is on its way may go on sending, to come to read it, … */
const LINGER_MS = 1_000;
/** … and one who may send a large file: cut while sending, most see a broken line and no answer. */
const LONG_LINGER_MS = 30_000;

/**
 * Cuts who sends a body slowly: it must have arrived within ten seconds, whatever it claims to be, and
 * soon after an answer that did not wait for it. Returns what lets it take as long as its route says,
 * for who may send it there.
 */
export const limitBodyTime = (request: FastifyRequest, reply: FastifyReply) => {
	const { raw, headers } = request;
	if (!('content-length' in headers || 'transfer-encoding' in headers)) return () => {};
	let lingerMs = LINGER_MS;
	let timer = setTimeout(() => {
		if (raw.complete) return;
		if (reply.sent) return raw.destroy();
		reply.header('connection', 'close');
		sendFailure(request, reply, new AppError('timeout'));
	}, BODY_MS).unref();
	raw.once('close', () => clearTimeout(timer));
	reply.raw.once('finish', () => {
		clearTimeout(timer);
		if (!raw.complete) timer = setTimeout(() => raw.destroy(), lingerMs).unref();
	});
	return () => {
		clearTimeout(timer);
		lingerMs = LONG_LINGER_MS;
	};
};
