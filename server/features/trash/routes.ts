import { pageOf } from '#shared/contract/lists.ts';
import { byKind } from '#shared/contract/resources.ts';
import { deletion, restored } from '#shared/contract/trash.ts';
import { trashQuery } from '#shared/contract/trash-query.ts';
import { z } from '#shared/zod.ts';
import { createOnce, REPEATABLE } from '../../api/idempotency.ts';
import { auditContextOf } from '../../audit-context.ts';
import { restoreDeletion } from '../../content/restore.ts';
import type { ContentStores } from '../../content/store.ts';
import type { Database } from '../../db/database.ts';
import type { Api } from '../../http/api.ts';
import { listTrash } from './list.ts';
import { purgeDeletion } from './purge.ts';

const params = z.object({ deletionId: z.string() });
const words: Readonly<Record<string, string>> = byKind(({ word }) => word);

/** What was deleted, for `days` days. */
export const trashRoutes = (
	api: Api,
	database: Database,
	{ stores, days }: { stores: ContentStores; days: number },
) => {
	api.get('/trash', {
		schema: {
			operationId: 'listDeletions',
			summary: 'Lists deletions that can be restored, newest first',
			querystring: trashQuery,
			response: { 200: pageOf(deletion) },
		},
		handler: (request) => listTrash(database.read, request.query, days),
	});

	api.post('/trash/:deletionId/restore', {
		schema: {
			operationId: 'restoreDeletion',
			summary: 'Restores a deletion at the end of its order',
			description: `409 \`parent_gone\` where what it lay under is in the trash, which \`data.deletion\` names then, or permanently deleted. ${REPEATABLE}`,
			params,
			response: { 200: restored },
		},
		handler: (request, reply) =>
			createOnce(database, request, reply, async (trx, by) => {
				const { deletionId } = request.params;
				const { kind, id, path } = await restoreDeletion(trx, stores, deletionId, by);
				return { data: { kind, id, path: path.map((one) => ({ ...one, kind: words[one.kind] })) } };
			}),
	});

	api.delete('/trash/:deletionId', {
		schema: {
			operationId: 'purgeDeletion',
			summary: 'Deletes a deletion permanently',
			params,
			response: { 200: z.null() },
		},
		handler: async (request) => {
			await database.write((trx) =>
				purgeDeletion(trx, request.params.deletionId, auditContextOf(request)),
			);
			return null;
		},
	});
};
