import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Actor } from '../audit-context.ts';
import type { Caller, Need } from './access.ts';

/** A Fastify instance whose routes are typed by their zod schemas. */
export type Api = FastifyInstance<
	RawServerDefault,
	IncomingMessage,
	ServerResponse,
	FastifyBaseLogger,
	ZodTypeProvider
>;

declare module 'fastify' {
	interface FastifyRequest {
		actor: Actor;
		caller: Caller | undefined;
	}
	interface FastifyContextConfig {
		/** Access of the routes of a plugin. */
		pluginNeeds?: Need;
		/** Answered whatever site a browser says it comes from. */
		anySite?: boolean;
		/** Its body may take long to arrive from who may send it, and it sees to that itself. */
		readsLong?: boolean;
		/** The query parameters that it takes, by its schema. */
		queryNames?: readonly string[];
		/** Its `ETag` changes with every field of the answer, so that it can answer 304. */
		tagCoversAnswer?: boolean;
		/** Counted as this, and not as any other call of a session or a key. */
		countedAs?: string;
	}
}
