import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { sendFailure } from './failures.ts';

const BODY_MS = 10_000;
/** An upload has this long before its pace counts, and must then have come at so many bytes a second. */
const GRACE_S = 30;
const PACE = 8 * 1024;
/** How long a sender whose answer is on its way may go on sending, to come to read it, … */
const LINGER_MS = 1_000;
/** … and one who may send a large file: cut while sending, most see a broken line and no answer. */
const LONG_LINGER_MS = 30_000;

/**
 * Cuts who sends a body slowly: it must have arrived within ten seconds, whatever it claims to be, and
 * soon after an answer that did not wait for it. Returns what lets it take as long as a large file does
 * that comes at some pace, for who may send one. Node's own limit of time is one for all requests, and
 * has to let 50 MiB pass (docs/security.md, OP-05).
 */
export const limitBodyTime = (request: FastifyRequest, reply: FastifyReply) => {
	const { raw, headers } = request;
	if (!('content-length' in headers || 'transfer-encoding' in headers)) return () => {};
	let lingerMs = LINGER_MS;
	const arrived = () => raw.complete || raw.readableEnded;
	const cut = () => {
		if (arrived()) return;
		if (reply.sent) return raw.destroy();
		lingerMs = LINGER_MS;
		reply.header('connection', 'close');
		sendFailure(request, reply, new AppError('timeout'));
	};
	let timer = setTimeout(cut, BODY_MS).unref();
	raw.once('close', () => clearTimeout(timer));
	reply.raw.once('finish', () => {
		clearTimeout(timer);
		if (!arrived()) timer = setTimeout(() => raw.destroy(), lingerMs).unref();
	});
	return () => {
		clearTimeout(timer);
		lingerMs = LONG_LINGER_MS;
		const before = raw.socket.bytesRead;
		const look = (seconds: number) => {
			if (raw.socket.bytesRead - before < seconds * PACE) return cut();
			timer = setTimeout(look, 1_000, seconds + 1).unref();
		};
		timer = setTimeout(look, GRACE_S * 1_000, GRACE_S).unref();
	};
};
