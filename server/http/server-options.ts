import type { IncomingMessage } from 'node:http';
import type { FastifyHttpOptions, FastifyServerOptions, RawServerDefault } from 'fastify';
import { AppError } from '../errors.ts';
import { refuseUnreadable } from './client-errors.ts';
import { sendFailure } from './failures.ts';
import { tidyForwarded } from './forwarded.ts';
import { requestIds } from './request-id.ts';

/**
 * The address to route by. One whose percent-encoding cannot be read, such as `/admin/…/100%`, is
 * taken literally: it then meets every hook on its way to the page, or to an id that nothing has.
 */
const routedAddress = ({ url = '/' }: IncomingMessage) => {
	if (!url.includes('%')) return url;
	const [path = '', ...query] = url.split('?');
	try {
		decodeURIComponent(path);
		return url;
	} catch {
		return [path.replaceAll('%', '%25'), ...query].join('?');
	}
};

/** How Node and Fastify read what comes over the line, before any route of ours. */
export const serverOptions = (
	trustProxy: string[] | false,
	logger: FastifyServerOptions['logger'],
) =>
	({
		logger: logger ?? false,
		genReqId: requestIds(trustProxy),
		trustProxy,
		bodyLimit: 256 * 1024,
		// Long enough for 50 MiB on a slow line; any other body has a shorter limit of its own (guard).
		requestTimeout: 900_000,
		// Who takes nothing of an answer and sends nothing for so long is gone, or means no good.
		connectionTimeout: 120_000,
		http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
		// No longer than the headers are: an id of any length is just not found.
		routerOptions: { maxParamLength: 16_384 },
		rewriteUrl: (request) => {
			tidyForwarded(request);
			return routedAddress(request);
		},
		clientErrorHandler: refuseUnreadable,
		frameworkErrors: (_error, request, reply) =>
			sendFailure(request, reply, new AppError('not_found', 'There is nothing at this address.')),
	}) satisfies FastifyHttpOptions<RawServerDefault>;
