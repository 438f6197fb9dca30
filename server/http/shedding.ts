import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Api } from './api.ts';
import { AppError } from './errors.ts';
import { sendFailure } from './failures.ts';

/** What is answered under any load: whether we live, and what Safaricom would not send again. */
const ALWAYS = /^\/(healthz|readyz|metrics|api\/hooks\/)/;
/** What may be turned away. A page of which one file is missing is blank, and nobody asks for it again. */
const REFUSABLE = /^\/(api|files)(\/|$|\?)/;
const RETRY_AFTER_S = 2;
/** However long something else took, who comes next is not kept from being heard for longer. */
const LONGEST_SLICE_MS = 100;

/** From when on there is too much to do. Milliseconds, and numbers of requests. */
export interface Bounds {
	/** A request is late that has been here for so long and is not answered. */
	lateMs: number;
	/** How many may be late that work is done for; more than the queues for hashes and broad searches hold. */
	late: number;
	/** Nobody may join the line while its first has stood there for so long, */
	lineMs: number;
	/** and it is longer than this. */
	line: number;
	/** How long requests are begun before the event loop looks at its connections again. */
	sliceMs: number;
}

const BOUNDS: Bounds = { lateMs: 250, late: 50, lineMs: 100, line: 20, sliceMs: 5 };

/** A request that we have and have not answered. */
interface UnderWay {
	request: IncomingMessage;
	response: ServerResponse;
	since: number;
}

/** Whether it waits for us, and not for its sender, who has yet to send or to take something. */
const waitsForUs = ({ request, response }: UnderWay) =>
	request.complete && response.writableLength === 0;

/**
 * Lets one thing after the other begin, for a slice of each turn of the event loop. Those that are not
 * begun at once keep their order. Slices are as long as what lay between two of them, where that is
 * longer: who is turned away must not keep those from their turn who were not.
 */
const openLine = (server: Server, sliceMs: number) => {
	/** The present slice; none where nothing was begun in this turn. */
	let slice: { until: number; isSpent: boolean } | undefined;
	let spentAt = 0;
	let waiting = 0;
	let hasMore = false;
	// libuv accepts one connection in a turn. Where one came, there may be more, and they are let in first.
	server.on('connection', () => {
		hasMore = true;
	});

	const spend = (now: number) => {
		if (!slice || slice.isSpent || now < slice.until) return;
		slice.isSpent = true;
		spentAt = now;
	};
	const openSlice = (now: number, ms: number) => {
		const letsIn = hasMore && now - spentAt < sliceMs;
		hasMore = false;
		slice = { until: letsIn ? now : now + ms, isSpent: letsIn };
		// Comes first in the next phase of immediates, before those that wait again.
		setImmediate(() => {
			spend(performance.now());
			slice = undefined;
		});
		return slice;
	};
	const mayBegin = (now: number, ms: number) => {
		const { until } = slice ?? openSlice(now, ms);
		spend(now);
		return now < until;
	};
	/** Runs it now or when its turn comes. */
	return (begin: () => void) => {
		if (waiting === 0 && mayBegin(performance.now(), sliceMs)) return begin();
		waiting++;
		const attempt = () => {
			const now = performance.now();
			const share = Math.min(Math.max(sliceMs, now - spentAt), LONGEST_SLICE_MS);
			if (!mayBegin(now, share)) return void setImmediate(attempt);
			waiting--;
			begin();
		};
		setImmediate(attempt);
	};
};

/**
 * Turns requests away with 503 and `Retry-After` while there is more to do than can be done in time, so
 * that those it takes are still answered soon. It goes by what waits: those that stand in line, and those
 * that were begun and are late. The delay of the event loop would not tell: what waits in a queue of the
 * thread pool or of the database does not delay it, and after a delay with nobody waiting there is nobody
 * to turn away.
 */
export const shedLoad = (app: Api, bounds: Partial<Bounds> = {}) => {
	const most = { ...BOUNDS, ...bounds };
	const begun = new Map<FastifyRequest, UnderWay>();
	const line = new Set<{ since: number }>();
	const takeTurn = openLine(app.server, most.sliceMs);

	const isTooMuch = (now: number) => {
		const [first] = line;
		if (first && line.size > most.line && now - first.since > most.lineMs) return true;
		if (begun.size <= most.late) return false;
		let count = 0;
		for (const one of begun.values()) if (now - one.since > most.lateMs && waitsForUs(one)) count++;
		return count > most.late;
	};

	app.addHook('onRequest', (request, reply, done) => {
		if (ALWAYS.test(request.url)) return done();
		const since = performance.now();
		if (REFUSABLE.test(request.url) && isTooMuch(since)) {
			const headers = { 'retry-after': String(RETRY_AFTER_S) };
			return void sendFailure(request, reply, new AppError('unavailable', undefined, { headers }));
		}
		const { raw } = reply;
		const place = { since };
		let gone = false;
		line.add(place);
		raw.once('close', () => {
			gone = true;
			line.delete(place);
			begun.delete(request);
		});
		takeTurn(() => {
			line.delete(place);
			// Whoever is gone needs no answer.
			if (gone) return;
			if (!request.routeOptions.config.waitsForOthers)
				begun.set(request, { request: request.raw, response: raw, since });
			done();
		});
	});
	// A body takes as long as its sender's line does.
	app.addHook('preValidation', (request, _reply, done) => {
		const one = begun.get(request);
		if (one) one.since = performance.now();
		done();
	});
};
