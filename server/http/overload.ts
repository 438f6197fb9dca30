import underPressure from '@fastify/under-pressure';
import { AppError } from '../errors.ts';
import type { Api } from './api.ts';
import { sendFailure } from './failures.ts';

/** Never refused: health, metrics, and callbacks, which Safaricom does not send again. */
const ALWAYS = /^\/api\/hooks\//;
/** May be refused. Files of the page are not: browsers do not retry them, and the page would be blank. */
const REFUSABLE = /^\/(api|files)(\/|$|\?)/;
const RETRY_AFTER_S = 2;

/** Maximum mean delay of the event loop. SQLite blocks it: 32 broad searches of 30 ms delay it by a second. */
const MAX_DELAY_MS = 3_000;

/** The start blocks the event loop, so the first samples do not measure load. */
const START_MS = 2_000;

/** Refuses requests with 503 and `Retry-After` while the event loop is too far behind. */
export const refuseOverload = async (app: Api, maxEventLoopDelay = MAX_DELAY_MS) => {
	let readyAt = 0;
	app.addHook('onReady', async () => {
		readyAt = performance.now();
	});
	await app.register(underPressure, {
		maxEventLoopDelay,
		pressureHandler: (request, reply) => {
			if (ALWAYS.test(request.url) || !REFUSABLE.test(request.url)) return;
			if (performance.now() - readyAt < START_MS) return;
			const headers = { 'retry-after': String(RETRY_AFTER_S) };
			sendFailure(request, reply, new AppError('unavailable', undefined, { headers }));
			// The answer is sent, so the request stops here.
			return new Promise(() => {});
		},
	});
};
