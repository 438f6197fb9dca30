import { resources } from '#shared/contract/content/resources.ts';
import { auditCalls } from '#shared/contract/platform/calls.ts';
import { answerCalls } from '../api/calls.ts';
import type { Database } from '../db/database.ts';
import { notFound } from '../errors.ts';
import type { Api } from '../http/api.ts';
import { findAudit, listAudit, listAuditActors, listHistory } from './list.ts';

/** Adds the calls that read the audit trail. */
export const addAuditRoutes = (api: Api, database: Database) => {
	const db = database.read;

	answerCalls(api, { database }, auditCalls, {
		listAuditRows: ({ query }) => listAudit(db, query),
		listActors: () => listAuditActors(db),
		listHistory: async ({ params, query }) => {
			const kind = Object.values(resources).find(
				({ auditKind: kind }) => kind === params.kind,
			)?.auditKind;
			if (!kind) throw notFound('History');
			return listHistory(db, kind, { ...query, id: params.id });
		},
		getAuditRow: async ({ params: { id } }) => {
			const data = await findAudit(db, id);
			if (!data) throw notFound('Audit row');
			return data;
		},
	});
};
