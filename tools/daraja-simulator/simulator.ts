import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { resultTexts } from '../../server/finance/mpesa/result-texts.ts';
import type { Behaviour } from './behaviour.ts';
import {
	buildCallback,
	buildConfirmation,
	makeCheckoutId,
	makeReceipt,
	type Prompted,
} from './wire.ts';

/** The only accepted credentials. */
export const CREDENTIALS = { consumerKey: 'simulated-key', consumerSecret: 'simulated-secret' };

export interface SimulatorOptions {
	port?: number;
	/** Returns the behaviour for each prompt. */
	behave?: (push: Record<string, unknown>, number: number) => Behaviour;
	now?: () => number;
}

/** Describes a response; a text body is sent unchanged. */
interface Given {
	status: number;
	body: object | string;
	headers?: Record<string, string>;
}

const makeError = (status: number, errorCode: string, errorMessage: string) => ({
	status,
	body: { requestId: `sim-${Date.now()}`, errorCode, errorMessage },
});

const makeRedirect = (location: string): Given => ({
	status: 302,
	body: { ResultCode: '0' },
	headers: { location },
});

const isProcessing = ({ behaviour: { query }, decidedAt }: Prompted) =>
	query === 'processing' || (decidedAt === undefined && typeof query !== 'number');

/** Refusals that any status query can get. */
const REFUSALS: Readonly<Record<string, Given>> = {
	broken: { status: 200, body: '<html>ResultCode: 0' },
	unavailable: makeError(503, '500.003.02', 'System is busy.'),
	limited: makeError(429, '429.001.01', 'Too many requests.'),
};

/** Posts a delivery; resolves to its status, or 0 without a response. */
export const sendDelivery = async (
	url: string,
	body: unknown,
	headers: Record<string, string> = {},
) => {
	try {
		const answer = await fetch(url, {
			method: 'POST',
			// A new connection: on a kept one the delivery could meet the server closing it, and be lost.
			headers: { 'content-type': 'application/json', connection: 'close', ...headers },
			body: typeof body === 'string' ? body : JSON.stringify(body),
		});
		await answer.arrayBuffer();
		return answer.status;
	} catch {
		return 0;
	}
};

/**
 * Starts a server for Safaricom's API as documented, over real HTTP on loopback: token, STK push, query, callbacks and
 * paybill confirmations. Each prompt can have its own misbehaviour.
 */
export const startSimulator = async (options: SimulatorOptions = {}) => {
	const now = options.now ?? Date.now;
	const prompts = new Map<string, Prompted>();
	const seen = { calls: 0, tokens: 0, pushes: 0, queries: 0 };
	const pendingWork = new Set<Promise<void>>();
	let token = '';
	let number = 0;
	let closed = false;

	const background = (work: Promise<void>) => {
		pendingWork.add(work);
		void work.finally(() => pendingWork.delete(work));
	};

	const confirm = async (prompt: Prompted) => {
		const { behaviour, sent } = prompt;
		if (!behaviour.confirmTo || (behaviour.result ?? 0) !== 0) return;
		await sendDelivery(
			behaviour.confirmTo,
			buildConfirmation({
				receipt: prompt.receipt,
				amount: Number(sent.Amount),
				at: prompt.decidedAt ?? now(),
				phone: String(sent.PhoneNumber),
				reference: String(sent.AccountReference),
			}),
		);
	};

	const callBack = async (prompt: Prompted) => {
		const { copies = 1, delayMs = 0, confirmFirst } = prompt.behaviour;
		if (confirmFirst) await confirm(prompt);
		for (let copy = 0; copy < copies && !closed; copy++) {
			if (delayMs > 0) await sleep(delayMs);
			await sendDelivery(String(prompt.sent.CallBackURL), buildCallback(prompt, now()));
		}
		if (!confirmFirst) await confirm(prompt);
	};

	/** Lets the payer decide: from now on queries have a result, and the callback is sent. */
	const decide = async (prompt: Prompted) => {
		prompt.decidedAt = now();
		await callBack(prompt);
	};

	const refusedPush = ({ status, errorCode, errorMessage }: Extract<Behaviour['push'], object>) =>
		makeError(
			status,
			errorCode ?? '500.003.02',
			errorMessage ?? 'System is busy. Please try again in few minutes.',
		);

	const push = async (sent: Record<string, unknown>) => {
		seen.pushes++;
		number++;
		const behaviour = options.behave?.(sent, number) ?? {};
		if (behaviour.push === 'hang') return undefined;
		if (typeof behaviour.push === 'object') return refusedPush(behaviour.push);
		const prompt: Prompted = {
			checkoutRequestId: makeCheckoutId(now(), number, String(sent.PhoneNumber)),
			merchantRequestId: `${10_000 + (number % 90_000)}-${now() % 100_000_000}-${number}`,
			sent,
			behaviour,
			receipt: makeReceipt(now(), 1_000_000 + number),
			decidedAt: undefined,
		};
		prompts.set(prompt.checkoutRequestId, prompt);
		const { payerMs = 0 } = behaviour;
		if (behaviour.callbackFirst) await decide(prompt);
		else if (payerMs !== 'never') background(sleep(payerMs).then(() => decide(prompt)));
		if (behaviour.answerMs) await sleep(behaviour.answerMs);
		return {
			status: 200,
			body: {
				MerchantRequestID: prompt.merchantRequestId,
				CheckoutRequestID: prompt.checkoutRequestId,
				ResponseCode: '0',
				ResponseDescription: 'Success. Request accepted for processing',
				CustomerMessage: 'Success. Request accepted for processing',
			},
		};
	};

	const query = (sent: Record<string, unknown>) => {
		seen.queries++;
		const prompt = prompts.get(String(sent.CheckoutRequestID));
		if (!prompt) return makeError(400, '400.002.02', 'Bad Request - Invalid CheckoutRequestID');
		const queryBehaviour = prompt.behaviour.query ?? '';
		if (queryBehaviour === 'hang') return undefined;
		if (typeof queryBehaviour === 'object') return makeRedirect(queryBehaviour.redirect);
		const refusal = REFUSALS[queryBehaviour];
		if (refusal) return refusal;
		if (isProcessing(prompt))
			return makeError(500, '500.001.1001', 'The transaction is being processed');
		const code = String(
			typeof queryBehaviour === 'number' ? queryBehaviour : (prompt.behaviour.result ?? 0),
		);
		return {
			status: 200,
			body: {
				ResponseCode: '0',
				ResponseDescription: 'The service request has been accepted successsfully',
				MerchantRequestID: prompt.merchantRequestId,
				CheckoutRequestID: prompt.checkoutRequestId,
				ResultCode: code,
				ResultDesc: resultTexts[code] ?? 'Unknown',
			},
		};
	};

	const answer = async (request: IncomingMessage, body: string): Promise<Given | undefined> => {
		seen.calls++;
		const { pathname } = new URL(request.url ?? '/', 'http://simulator');
		const { authorization } = request.headers;
		if (pathname === '/oauth/v1/generate') {
			const basic = `${CREDENTIALS.consumerKey}:${CREDENTIALS.consumerSecret}`;
			if (authorization !== `Basic ${Buffer.from(basic).toString('base64')}`)
				return makeError(400, '400.008.02', 'Invalid Credentials');
			token = `token-${++seen.tokens}`;
			return { status: 200, body: { access_token: token, expires_in: '3599' } };
		}
		if (authorization !== `Bearer ${token}`)
			return makeError(401, '404.001.03', 'Invalid Access Token');
		const sent = JSON.parse(body) as Record<string, unknown>;
		if (pathname === '/mpesa/stkpush/v1/processrequest') return push(sent);
		if (pathname === '/mpesa/stkpushquery/v1/query') return query(sent);
		return makeError(404, '404.001.01', 'Resource not found');
	};

	const server = createServer(async (request: IncomingMessage, reply: ServerResponse) => {
		const given = await answer(request, await text(request));
		// Hangs: keeps the connection open without a response.
		if (!given) return;
		reply.writeHead(given.status, { 'content-type': 'application/json', ...given.headers });
		reply.end(typeof given.body === 'string' ? given.body : JSON.stringify(given.body));
	});
	server.listen(options.port ?? 0, '127.0.0.1');
	await once(server, 'listening');

	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** Accepted prompts, by CheckoutRequestID. */
		prompts,
		/** Counts the requests of each path. */
		seen,
		/** Lets the payer of a prompt decide now. */
		decide: (checkoutRequestId: string) => decide(prompts.get(checkoutRequestId) as Prompted),
		/** Revokes every token, as another program with our credentials does by requesting one. */
		revokeToken: () => {
			token = `revoked-${seen.tokens}`;
		},
		close: async () => {
			closed = true;
			server.closeAllConnections();
			server.close();
			await Promise.allSettled(pendingWork);
		},
	};
};
