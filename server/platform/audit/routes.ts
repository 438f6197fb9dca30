import { resources } from '#shared/contract/content/resources.ts';
import {
	auditActors,
	auditPage,
	auditQuery,
	auditRow,
	historyQuery,
} from '#shared/contract/platform/audit.ts';
import { z } from '#shared/zod.ts';
import type { Database } from '../db/database.ts';
import { notFound } from '../errors.ts';
import type { Api } from '../http/api.ts';
import { findAudit, listAudit, listAuditActors, listHistory } from './list.ts';

/** Adds the calls that read the audit trail. */
export const addAuditRoutes = (api: Api, database: Database) => {
	const db = database.read;

	api.get('/audit', {
		schema: {
			operationId: 'listAuditRows',
			summary: 'Lists the audit trail, newest first',
			description: 'To get older rows, send `next` as `before`.',
			querystring: auditQuery,
			response: { 200: auditPage },
		},
		handler: (request) => listAudit(db, request.query),
	});

	api.get('/audit/actors', {
		schema: {
			operationId: 'listActors',
			summary: 'Lists the actors in the audit trail',
			response: { 200: auditActors },
		},
		handler: () => listAuditActors(db),
	});

	api.get('/history/:kind/:id', {
		schema: {
			operationId: 'listHistory',
			summary: 'Lists the history of a course, subject, topic, exam set or past paper',
			description:
				'Includes deleted items. Rows name the actor and the change, but no network addresses.',
			params: z.object({ kind: z.string(), id: z.string() }),
			querystring: historyQuery,
			response: { 200: auditPage },
		},
		handler: async ({ params, query }) => {
			const kind = Object.values(resources).find(
				({ auditKind: kind }) => kind === params.kind,
			)?.auditKind;
			if (!kind) throw notFound('History');
			return listHistory(db, kind, { ...query, id: params.id });
		},
	});

	api.get('/audit/:id', {
		schema: {
			operationId: 'getAuditRow',
			summary: 'Retrieves a row of the audit trail',
			response: { 200: auditRow },
		},
		handler: async (request) => {
			const { id } = request.params as { id: string };
			const data = await findAudit(db, id);
			if (!data) throw notFound('Audit row');
			return data;
		},
	});
};
