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

/**
 * Writes down a way in or out, or what was done to a second factor, as done by whom it is about; `also`
 * is written with it, since a sign-in that waits for the disk once less is one that others wait less for.
 * With a sign-in the session that was there ends, and the oldest ones of a person who has many.
 */
export const recordAuthEvent = (
	database: Database,
	request: FastifyRequest,
	action: AuditAction,
	person: Person,
	details?: Record<string, string>,
	also?: (trx: Trx) => Promise<void>,
) =>
	database.write(async (trx) => {
		const { id, name, role } = person;
		const by = { ...auditContextOf(request), actor: { kind: 'person' as const, id, name, role } };
		if (action === 'sign_in') {
			await noteSeen(trx, id);
			await endSessionOf(trx, request);
			await endOldSessions(trx, id);
		}
		await also?.(trx);
		recordAudit(trx, by, { action, item: itemOf(person), ...(details && { details }) });
	});
