import type { IncomingMessage, Server, ServerResponse } from 'node:http';
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
	/** How many there may be at all that work is done for. */
	begun: number;
	/** Nobody may join the line while its first has stood there for so long, */
	lineMs: number;
	/** and it is longer than this. */
	line: number;
	/** How long requests are begun before the event loop looks at its connections again. */
	sliceMs: number;
}

const BOUNDS: Bounds = { lateMs: 250, late: 50, begun: 200, lineMs: 100, line: 20, sliceMs: 5 };

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
	let until = 0;
	let spentAt = 0;
	let isSpent = false;
	/** Whether the turn goes on in which the slice was opened. */
	let isOpen = false;
	let waiting = 0;
	let hasMore = false;
	// libuv accepts one connection in a turn. Where one came, there may be more, and they are let in first.
	server.on('connection', () => {
		hasMore = true;
	});

	const spend = (now: number) => {
		if (isSpent || now < until) return;
		isSpent = true;
		spentAt = now;
	};
	// Comes first in the next phase of immediates, before those that wait again.
	const endTurn = () => {
		isOpen = false;
		// Where some wait, each phase has a slice of its own; else one serves several turns, at less cost.
		const now = performance.now();
		spend(now);
		if (waiting > 0) until = now;
	};
	const openSlice = (now: number, ms: number) => {
		isOpen = true;
		const letsIn = hasMore && now - spentAt < sliceMs;
		hasMore = false;
		isSpent = letsIn;
		until = letsIn ? now : now + ms;
		setImmediate(endTurn);
	};
	const mayBegin = (now: number, ms: number) => {
		if (now >= until && !isOpen) openSlice(now, ms);
		spend(now);
		return now < until;
	};
	/** Runs it now or when its turn comes. */
	return (now: number, begin: () => void) => {
		if (waiting === 0 && mayBegin(now, sliceMs)) return begin();
		waiting++;
		const attempt = () => {
			const then = performance.now();
			const share = Math.min(Math.max(sliceMs, then - spentAt), LONGEST_SLICE_MS);
			if (!mayBegin(then, share)) return void setImmediate(attempt);
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
	const begun = new Set<UnderWay>();
	const line = new Set<UnderWay>();
	const takeTurn = openLine(app.server, most.sliceMs);

	const isTooMuch = (now: number) => {
		if (line.size > most.line) {
			const [first] = line;
			if (first && now - first.since > most.lineMs) return true;
		}
		if (begun.size <= Math.min(most.late, most.begun)) return false;
		const waiting = [...begun].filter(waitsForUs);
		const late = waiting.filter(({ since }) => now - since > most.lateMs);
		return late.length > most.late || waiting.length > most.begun;
	};

	app.addHook('onRequest', (request, reply, done) => {
		if (ALWAYS.test(request.url)) return done();
		const now = performance.now();
		if (REFUSABLE.test(request.url) && isTooMuch(now)) {
			const headers = { 'retry-after': String(RETRY_AFTER_S) };
			return void sendFailure(request, reply, new AppError('unavailable', undefined, { headers }));
		}
		const one: UnderWay = { request: request.raw, response: reply.raw, since: now };
		let gone = false;
		line.add(one);
		one.response.once('close', () => {
			gone = true;
			line.delete(one);
			begun.delete(one);
		});
		// A body takes as long as its sender's line does.
		if ('content-length' in request.headers || 'transfer-encoding' in request.headers)
			one.request.once('end', () => {
				one.since = performance.now();
			});
		takeTurn(now, () => {
			line.delete(one);
			// Whoever is gone needs no answer.
			if (gone) return;
			if (!request.routeOptions.config.waitsForOthers) begun.add(one);
			done();
		});
	});
};
