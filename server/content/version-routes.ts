import { itemVersion } from '#shared/contract/versions.ts';
import { z } from '#shared/zod.ts';
import type { Database } from '../db/database.ts';
import { notFound } from '../errors.ts';
import type { Api } from '../http/api.ts';
import type { ContentStores } from './store.ts';
import { versionsOf } from './versions.ts';

/** What an item of any kind is and was. To restore one of these is to save its fields. */
export const versionRoutes = (api: Api, database: Database, stores: ContentStores) => {
	api.get('/versions/:kind/:id', {
		schema: {
			operationId: 'listVersions',
			summary: 'Lists the versions of an item, newest first',
			description:
				'At most 50 versions and one year back. `item` holds the fields of an update, so that a version is restored by saving them.',
			params: z.object({ kind: z.string(), id: z.string() }),
			response: { 200: z.array(itemVersion) },
		},
		handler: async (request) => {
			const { kind, id } = request.params;
			const store = Object.values(stores).find(({ resource }) => resource.word === kind);
			if (!store) throw notFound('Kind');
			return versionsOf(database.read, store.resource, id);
		},
	});
};
