import { copyRequest } from '#shared/contract/copies.ts';
import { itemPath } from '#shared/contract/resource.ts';
import { createOnce, REPEATABLE } from '../api/idempotency.ts';
import type { Database } from '../db/database.ts';
import type { Api } from '../http/api.ts';
import { operationNoun } from '../http/described.ts';
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
				operationId: `copy${operationNoun(label)}`,
				tags: [key],
				summary: `Copies the ${noun} and its contents`,
				description: `The copy is a draft, last in order. \`structure\` omits the links to files. Without a \`name\`, the year or series in the old name is replaced, or the name is "Copy of …". ${REPEATABLE}`,
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
