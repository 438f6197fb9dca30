import { failureBody } from '#shared/contract/errors.ts';
import { z } from '#shared/zod.ts';
import type { Api } from './api.ts';

/** The envelope of every success. */
export const success = <Data extends z.ZodMiniType>(data: Data) =>
	z.object({ success: z.literal(true), data });

/**
 * Puts what routes answer into the envelope: their schema says what `data` is, and their handler returns it. A
 * response that has a `default` of its own is in a shape of its own; what a handler sends itself is left alone.
 */
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

/**
 * For routes that are asked all the time and whose answers are made field by field: nothing else can be in them, and to
 * look for it again was a tenth of a list of payments.
 */
export const madeByField = () => (answer: unknown) => JSON.stringify(answer);
