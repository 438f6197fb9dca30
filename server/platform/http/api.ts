import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Call, Need } from '#shared/call.ts';
import { failureBody, success } from '#shared/contract/platform/errors.ts';
import type { z } from '#shared/zod.ts';
import type { Actor } from '../audit-context.ts';
import type { Caller } from './access.ts';

/** Wraps responses in the envelope. A route whose response has a `default` sends its own shape. */
export const wrapResponses = (api: Api) =>
	api.addHook('onRoute', (route) => {
		const response = route.schema?.response as Record<string, z.ZodMiniType> | undefined;
		if (!response || 'default' in response) return;
		const wrapped = Object.entries(response).map(([status, data]) => [status, success(data)]);
		route.schema = {
			...route.schema,
			response: { ...Object.fromEntries(wrapped), default: failureBody },
		};
		const { handler } = route;
		route.handler = async function (request, reply) {
			const data = await handler.call(this, request, reply);
			return data === reply || reply.sent ? data : { success: true, data };
		};
	});

/** Serializes answers without schema checks, for frequent lists that are built field by field. */
export const serializeUnchecked = () => (answer: unknown) => JSON.stringify(answer);

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
		/** The declaration of the call. */
		call?: Call;
		/** Access of the routes of a plugin. */
		pluginNeeds?: Need;
		/** Accepts requests from any site. */
		anySite?: boolean;
		/** A call of learners' apps from any site: its caller is a device or a key, never a session. */
		learners?: boolean;
		/** Allows a slow body after authorization; the route has its own time limit. */
		readsLong?: boolean;
		/** Names of the accepted query parameters, from the schema. */
		queryNames?: readonly string[] | undefined;
		/** The `ETag` changes with every field of the answer, so the route can answer 304. */
		tagCoversAnswer?: boolean;
		/** Kind of limit to count a call by, instead of `session` or `key`. */
		countedAs?: string;
	}
}
