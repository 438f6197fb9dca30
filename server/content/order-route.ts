import { orderedRows, orderRequest } from '#shared/contract/ordering.ts';
import { createOnce } from '../api/idempotency.ts';
import type { Database } from '../db/database.ts';
import type { Api } from '../http/api.ts';
import { ifMatch } from '../http/etag.ts';
import { putInOrder } from './ordering.ts';
import type { Ids } from './rows.ts';
import type { ContentStore } from './store.ts';

/** `POST {list}/order` of a kind whose siblings have an order. */
export const orderRoute = (api: Api, database: Database, { resource }: ContentStore) => {
	const { key, plural, path } = resource;
	api.post(`${path}/order`, {
		schema: {
			operationId: `${key}.order`,
			tags: [key],
			summary: `Move some of the ${plural.toLowerCase()} here`,
			description:
				'They come in this order before the row named by `before`, or last, and the whole list is numbered from 1 on. With `If-Match`, only the list with that `ETag` is put in order; any other is answered with 412 and its order. With an `Idempotency-Key`, the same request again within a day gets the first answer again.',
			body: orderRequest,
			response: { 200: orderedRows },
		},
		handler: (request, reply) =>
			createOnce(database, request, reply, async (trx, by) => {
				const { rows, tag } = await putInOrder(trx, key, request.params as Ids, request.body, {
					...by,
					ifMatch: ifMatch(request),
				});
				return { data: rows, version: tag };
			}),
	});
};
