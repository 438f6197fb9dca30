import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#shared/contract/audit-query.ts';
import type { Person } from '#shared/contract/people.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { auditContextOf } from '../../audit-context.ts';
import type { Database, Trx } from '../../db/database.ts';
import { endOldSessions, itemOf, noteSeen } from '../people/store.ts';

/** Ends the session that a browser had before it was given another one. */
export const endSessionOf = async (trx: Trx, { caller }: FastifyRequest) => {
	if (caller?.session)
		await trx.deleteFrom('sessions').where('id', '=', caller.session.id).execute();
};

/** Adds an audit row of a sign-in, sign-out or second factor. A sign-in ends the browser's previous session. */
export const recordAuthEvent = (
	database: Database,
	request: FastifyRequest,
	action: AuditAction,
	person: Person,
	details?: Record<string, string>,
) =>
	database.write(async (trx) => {
		const { id, name, role } = person;
		const by = { ...auditContextOf(request), actor: { kind: 'person' as const, id, name, role } };
		if (action === 'sign_in') {
			await noteSeen(trx, id);
			await endSessionOf(trx, request);
			await endOldSessions(trx, id);
		}
		recordAudit(trx, by, { action, item: itemOf(person), ...(details && { details }) });
	});
