import { contentsQuery, deletionForecast } from '#shared/contract/deletion-impact.ts';
import { readFor } from '../api/read-after.ts';
import { impactOf } from '../content/impact.ts';
import type { ContentStores, Which } from '../content/store.ts';
import { keyOfWord } from '../content/tables.ts';
import { restorableUntil } from '../content/trash.ts';
import type { Database, Db } from '../db/database.ts';
import type { Api } from '../http/api.ts';
import { matchingIds, readWhere } from './matching.ts';

/** The call that says what goes with many items, before they are deleted. */
export const contentsRoute = (
	api: Api,
	{ database, stores, trashDays }: { database: Database; stores: ContentStores; trashDays: number },
) =>
	api.get('/contents', {
		schema: {
			operationId: 'operations.contents',
			tags: ['operations'],
			summary: 'What goes with several items when they are deleted',
			querystring: contentsQuery,
			response: { 200: deletionForecast },
		},
		handler: async (request) => {
			const { kind, ids, where = '' } = request.query;
			const key = keyOfWord(kind);
			const store = stores[key];
			const query =
				ids === undefined
					? readWhere(key, Object.fromEntries(new URLSearchParams(where)))
					: undefined;
			const which = (db: Db): Which =>
				query ? matchingIds(db, store, query) : (ids?.split(',') ?? []);
			const impact = await readFor(database, request, (read) =>
				impactOf(read, key, store.spec, which(read)),
			);
			return { ...impact, restorable_until: restorableUntil(new Date(), trashDays) };
		},
	});
