import underPressure from '@fastify/under-pressure';
import type { Api } from './api.ts';
import { AppError } from './errors.ts';
import { sendFailure } from './failures.ts';

/** What is answered under any load: whether we live, and what Safaricom would not send again. */
const ALWAYS = /^\/(healthz|readyz|metrics|api\/hooks\/)/;

/** The delay of the event loop, on average over a second, above which requests are turned away. */
const DELAY_MS = 250;
const RETRY_AFTER_S = 2;

/**
 * Turns requests away with 503 and `Retry-After` while the process cannot keep up, so that those it
 * takes are still answered in time.
 */
export const shedLoad = async (app: Api, maxDelayMs = DELAY_MS) => {
	await app.register(underPressure, {
		maxEventLoopDelay: maxDelayMs,
		retryAfter: RETRY_AFTER_S,
		pressureHandler: (request, reply, _type, delay) => {
			// Infinity is no delay but the lack of a sample, as just after a start.
			if (ALWAYS.test(request.url) || delay === Number.POSITIVE_INFINITY) return;
			const headers = { 'retry-after': String(RETRY_AFTER_S) };
			sendFailure(request, reply, new AppError('unavailable', undefined, { headers }));
		},
	});
};
