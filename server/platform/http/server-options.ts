import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import {
	type FastifyHttpOptions,
	type FastifyReply,
	type FastifyRequest,
	type FastifyServerOptions,
	LogController,
	type RawServerDefault,
} from 'fastify';
import { type ErrorCode, errorCodes, type FailureBody } from '#shared/contract/platform/errors.ts';
import { AppError } from '../errors.ts';
import type { Api } from './api.ts';
import { sendFailure } from './failures.ts';

/** Never refused: health, metrics, and callbacks, which Safaricom does not send again. */
const ALWAYS = /^\/api\/hooks\//;
/** May be refused. Files of the page are not: browsers do not retry them, and the page would be blank. */
const REFUSABLE = /^\/(api|files)(\/|$|\?)/;
const RETRY_AFTER_S = 2;

/** Maximum mean delay of the event loop, which a single statement of SQLite blocks. */
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
		// A turn longer than the interval leaves it without samples, which counts as an endless delay.
		sampleInterval: maxEventLoopDelay,
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

const READING = new Set(['GET', 'HEAD']);

/** Allows listed sites to read these addresses with an API key. `@fastify/cors` would add a route for every address. */
export const allowSites = (app: Api, origins: readonly string[], addresses: readonly string[]) => {
	if (origins.length === 0) return;
	const isOpen = new RegExp(`^(${addresses.join('|')})(/|\\?|$)`);
	const named = new Set(origins);
	app.addHook('onRequest', async (request, reply) => {
		if (!isOpen.test(request.url)) return;
		const wanted = request.headers['access-control-request-method'];
		const asks = request.method === 'OPTIONS' && wanted !== undefined;
		if (!asks && !READING.has(request.method)) return;
		reply.header('vary', 'Origin');
		const { origin } = request.headers;
		if (origin === undefined || !named.has(origin) || (asks && !READING.has(wanted))) return;
		reply.headers({
			'access-control-allow-origin': origin,
			'access-control-expose-headers': 'ETag, X-Request-Id, Retry-After',
		});
		if (!asks) return;
		return reply
			.headers({
				'access-control-allow-methods': 'GET, HEAD',
				'access-control-allow-headers': 'Authorization, Content-Type, If-None-Match',
				'access-control-max-age': '600',
			})
			.code(204)
			.send();
	});
};

/** Allows every site to call the addresses under `prefix`, without cookies. */
export const allowAnySite = (app: Api, prefix: string) => {
	app.addHook('onRequest', async (request, reply) => {
		if (!request.url.startsWith(prefix)) return;
		reply.headers({
			'access-control-allow-origin': '*',
			'access-control-expose-headers':
				'Accept-Ranges, Content-Length, Content-Range, Date, ETag, Retry-After, X-Request-Id',
			'cross-origin-resource-policy': 'cross-origin',
		});
		if (request.method !== 'OPTIONS') return;
		return reply
			.headers({
				'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
				'access-control-allow-headers':
					'Authorization, Content-Type, Idempotency-Key, If-None-Match, If-Range, Range',
				'access-control-max-age': '86400',
			})
			.code(204)
			.send();
	});
};

/** Addresses of an earlier version, which keep working, with those that replaced them. */
const RENAMED = [['/api/transactions/strays', '/api/transactions/unmatched']] as const;

const followRenames = (url: string) => {
	const renamed = RENAMED.find(([old]) => url.startsWith(old));
	return renamed ? renamed[1] + url.slice(renamed[0].length) : url;
};

/** Returns the address to route by. Invalid percent-encoding, such as `/admin/…/100%`, is used literally. */
const getRoutedAddress = ({ url: sent = '/' }: IncomingMessage) => {
	const url = followRenames(sent);
	if (!url.includes('%')) return url;
	const [path = '', ...query] = url.split('?');
	try {
		decodeURIComponent(path);
		return url;
	} catch {
		return [path.replaceAll('%', '%25'), ...query].join('?');
	}
};

const clientErrors: Record<string, ErrorCode> = {
	HPE_HEADER_OVERFLOW: 'headers_too_large',
	ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
};

const refuseUnreadable = (error: { code?: string }, socket: Socket) => {
	if (error.code === 'ECONNRESET' || !socket.writable) {
		socket.destroy();
		return;
	}
	const code = clientErrors[error.code ?? ''] ?? 'bad_request';
	const { status, message } = errorCodes[code];
	const failure: FailureBody = { success: false, error: message, code };
	const body = JSON.stringify(failure);
	socket.write(
		[
			`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
			'connection: close',
			'cache-control: no-store',
			'x-content-type-options: nosniff',
			'content-type: application/json; charset=utf-8',
			`content-length: ${Buffer.byteLength(body)}`,
			'',
			body,
		].join('\r\n'),
	);
	socket.destroySoon();
};

/** Logs one line for each request, when it is answered, instead of two. */
class OneLine extends LogController {
	override incomingRequest() {}
	override requestCompleted(
		err: Error | null | undefined,
		request: FastifyRequest,
		reply: FastifyReply,
	) {
		const line = { req: request, res: reply, responseTime: reply.elapsedTime };
		if (err) reply.log.error({ ...line, err }, 'request errored');
		else reply.log.info(line, 'request completed');
	}
}

/** Returns the options of Fastify and of Node's HTTP server. */
export const buildServerOptions = (
	trustProxy: string[] | false,
	logger: FastifyServerOptions['logger'],
) =>
	({
		logger: logger ?? false,
		logController: new OneLine(),
		genReqId: () => randomUUID(),
		trustProxy,
		bodyLimit: 256 * 1024,
		// Enough for 50 MiB on a slow connection; other bodies have ten seconds (guard.ts).
		requestTimeout: 900_000,
		connectionTimeout: 120_000,
		http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
		// The same as the limit of headers, so that an id of any length gets a 404.
		routerOptions: { maxParamLength: 16_384 },
		rewriteUrl: getRoutedAddress,
		clientErrorHandler: refuseUnreadable,
		frameworkErrors: (_error, request, reply) =>
			sendFailure(request, reply, new AppError('not_found', 'Nothing exists at this address.')),
	}) satisfies FastifyHttpOptions<RawServerDefault>;

/** Closes connections as they become idle during shutdown; Node closes only those that are already idle. */
export const closeInOrder = (app: Api) => {
	let underWay = 0;
	app.server.on('request', (_request, response) => {
		underWay++;
		response.once('close', () => {
			underWay--;
		});
	});
	app.addHook('preClose', async () => {
		if (!app.server.listening) return;
		const timer = setInterval(() => {
			if (underWay === 0) app.server.closeAllConnections();
			else app.server.closeIdleConnections();
		}, 50).unref();
		app.server.once('close', () => clearInterval(timer));
	});
};

/** Sets the security headers of every answer. The page and the files set their own content policies. */
export const addSecurityHeaders = async (app: Api, secure: boolean) => {
	await app.register(helmet, {
		contentSecurityPolicy: {
			useDefaults: false,
			directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
		},
		strictTransportSecurity: secure && { maxAge: 63_072_000, includeSubDomains: true },
		xFrameOptions: { action: 'deny' },
		// Used by Internet Explorer and Flash only, or the default of browsers.
		originAgentCluster: false,
		xDnsPrefetchControl: false,
		xDownloadOptions: false,
		xPermittedCrossDomainPolicies: false,
		xXssProtection: false,
	});
	app.addHook('onRequest', (_request, { raw }, done) => {
		raw.setHeader(
			'permissions-policy',
			'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
		);
		done();
	});
};
