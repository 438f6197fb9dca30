import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';
import type { Api } from './api.ts';
import { sendFailure } from './failures.ts';

/** What is never refused for that: whether we live, and what Safaricom would not send again. */
const ALWAYS = /^\/(healthz|readyz|metrics|api\/hooks\/)/;
/** What may be refused. A page of which one file is missing is blank, and nobody asks for it again. */
const REFUSABLE = /^\/(api|files)(\/|$|\?)/;
const RETRY_AFTER_S = 2;

/** When there is too much to do. */
export interface Bounds {
	/** How soon an answer is to be expected. */
	withinMs: number;
	/** So many may always wait at once. */
	always: number;
}

const BOUNDS: Bounds = { withinMs: 2_000, always: 64 };
/** How long we look how fast answers go out before anybody is refused. */
const LOOK_MS = 250;
/** Requests are started for so long before it looks around, as they come or one a turn of the event loop. */
const START_MS = 20;
/** So long it then looks who else has come, or until nobody does: a turn takes one new connection. */
const LOOK_AROUND_MS = 5;

/**
 * Starts requests as they come. Once they have kept the event loop to themselves for too long they stand in line, and
 * it looks now and then who else has come. What SQLite answers never leaves its turn: those who come meanwhile wait in
 * sockets that nobody reads, where nobody counts them.
 */
const inTurns = () => {
	const line: (() => void)[] = [];
	let state: 'idle' | 'starting' | 'looking' = 'idle';
	/** Of the state. */
	let since = 0;
	/** In how many turns it will look around. */
	let looks = 0;
	const enter = (next: typeof state) => {
		[state, since] = [next, performance.now()];
		if (next !== 'idle') setImmediate(afterTurn);
	};
	const startNext = () => {
		const start = line.shift();
		if (!start) enter('idle');
		else if (state === 'starting') setImmediate(afterTurn);
		else enter('starting');
		start?.();
	};
	const afterTurn = () => {
		const lasted = performance.now() - since;
		if (state === 'looking' && looks-- > 0 && lasted < LOOK_AROUND_MS) setImmediate(afterTurn);
		else if (state === 'starting' && lasted >= START_MS) {
			looks = 2;
			enter('looking');
		} else startNext();
	};
	return {
		/** Somebody has come; others may be behind. */
		came: () => {
			looks++;
		},
		start: (start: () => void) => {
			if (state === 'idle') enter('starting');
			const isSoon = performance.now() - since < START_MS;
			if (state === 'starting' && isSoon && line.length === 0) start();
			else line.push(start);
		},
	};
};

/**
 * Refuses a request with 503 and `Retry-After` while so many wait for an answer that at the pace at which
 * answers go out it would not have one within two seconds. Whoever comes with fewer others is always taken.
 *
 * Kept for the line on overload of decision 0000: `@fastify/under-pressure` goes by the delay of the event loop, which
 * tells nothing of what waits; with it some waited ten seconds and others were refused for nothing (0045, 0062).
 */
export const refuseOverload = (app: Api, bounds: Partial<Bounds> = {}) => {
	const { withinMs, always } = { ...BOUNDS, ...bounds };
	const waiting = new Set<IncomingMessage>();
	const turns = inTurns();
	let began = 0;
	let answered = 0;

	const isTooMuch = () => {
		if (waiting.size < always) {
			began = 0;
			return false;
		}
		const now = performance.now();
		if (began === 0) {
			began = now;
			answered = 0;
		}
		const looked = now - began;
		if (looked < LOOK_MS) return false;
		const hopeless = waiting.size * looked >= withinMs * answered;
		// What was long ago tells little of the pace now.
		if (looked > 4 * LOOK_MS) {
			began = now - looked / 2;
			answered /= 2;
		}
		return hopeless;
	};

	app.addHook('onRequest', (request, reply, done) => {
		const { raw, routeOptions, headers, url } = request;
		turns.came();
		if (ALWAYS.test(url)) return done();
		if (REFUSABLE.test(url) && isTooMuch()) {
			const retry = { 'retry-after': String(RETRY_AFTER_S) };
			sendFailure(request, reply, new AppError('unavailable', undefined, { headers: retry }));
			return;
		}
		if (routeOptions.config.waitsForOthers) return done();
		waiting.add(raw);
		reply.raw.once('close', () => waiting.delete(raw));
		turns.start(() => {
			// Who hung up in line wants nothing any more.
			if (!waiting.has(raw)) return;
			// A body takes as long as its sender does.
			if ('content-length' in headers || 'transfer-encoding' in headers) {
				waiting.delete(raw);
				raw.once('end', () => {
					if (!reply.sent) waiting.add(raw);
				});
			}
			done();
		});
	});
	// From here on an answer waits for who takes it.
	app.addHook('onSend', (request, _reply, payload, done) => {
		if (waiting.delete(request.raw)) answered++;
		done(null, payload);
	});
};
