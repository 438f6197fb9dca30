import { copyRequest } from '#shared/contract/copies.ts';
import { itemPath } from '#shared/contract/resource.ts';
import { createOnce, REPEATABLE } from '../api/idempotency.ts';
import type { Database } from '../db/database.ts';
import type { Api } from '../http/api.ts';
import { copyItem, type KeepLinks } from './copy.ts';
import type { Ids } from './rows.ts';
import type { ContentStores } from './store.ts';

/** `POST {item}/copy` of every kind. */
export const copyRoutes = (
	api: Api,
	database: Database,
	stores: ContentStores,
	keepLinks: KeepLinks,
) => {
	for (const { resource } of Object.values(stores)) {
		const { key, label, item } = resource;
		const noun = label.toLowerCase();
		api.post(`${itemPath(resource)}/copy`, {
			schema: {
				operationId: `${key}.copy`,
				tags: [key],
				summary: `Make the ${noun} once more, with what lies under it`,
				description: `A draft, last in order; \`structure\` leaves the links out. Without a name it is called by the next year, or the series asked for, where the old ones stand in its name, or else "Copy of …". ${REPEATABLE}`,
				body: copyRequest(resource),
				response: { 201: item },
			},
			handler: (request, reply) =>
				createOnce(database, request, reply, async (trx, by) => {
					const made = await copyItem(
						trx,
						stores,
						key,
						request.params as Ids,
						request.body,
						by,
						keepLinks,
					);
					return { status: 201, data: made, version: made.version };
				}),
		});
	}
};
