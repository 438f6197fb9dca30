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
		/** Accepts requests from any site. */
		anySite?: boolean;
		/** Allows a slow body after authorization; the route has its own time limit. */
		readsLong?: boolean;
		/** Names of the accepted query parameters, from the schema. */
		queryNames?: readonly string[];
		/** The `ETag` changes with every field of the answer, so the route can answer 304. */
		tagCoversAnswer?: boolean;
		/** Kind of limit to count a call by, instead of `session` or `key`. */
		countedAs?: string;
	}
}
