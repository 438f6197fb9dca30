import { failureBody } from '#shared/contract/errors.ts';
import { z } from '#shared/zod.ts';
import type { Api } from './api.ts';

/** Returns the schema of a success envelope. */
export const success = <Data extends z.ZodMiniType>(data: Data) =>
	z.object({ success: z.literal(true), data });

/** Wraps responses in the envelope. A route whose response has a `default` sends its own shape. */
export const inEnvelopes = (api: Api) =>
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
