import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { sendFailure } from './failures.ts';

const BODY_MS = 10_000;

/** Answers 408 when a body has not arrived within ten seconds. Returns a function that lifts the limit, for uploads. */
export const limitBodyTime = (request: FastifyRequest, reply: FastifyReply) => {
	const { raw, headers } = request;
	if (!('content-length' in headers || 'transfer-encoding' in headers)) return () => {};
	const timer = setTimeout(() => {
		// Requests that tests inject are never complete, but end.
		if (raw.complete || raw.readableEnded) return;
		if (reply.sent) return raw.destroy();
		reply.header('connection', 'close');
		sendFailure(request, reply, new AppError('timeout'));
	}, BODY_MS).unref();
	raw.once('close', () => clearTimeout(timer));
	return () => clearTimeout(timer);
};
