import { type AuditContext, formatActor } from '../audit-context.ts';
import type { Trx } from '../db/database.ts';

/** A change in progress: its transaction, its actor, and its time (milliseconds). */
export interface Acting {
	trx: Trx;
	context: AuditContext;
	now: number;
}

/** Returns the columns that store the actor and the time of a change. */
export const toAuthorColumns = ({ context, now }: Pick<Acting, 'context' | 'now'>) => ({
	at: new Date(now).toISOString(),
	actor: formatActor(context.actor),
	actor_name: context.actor.name,
});
