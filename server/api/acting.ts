import { type AuditContext, actorText } from '../audit-context.ts';
import type { Trx } from '../db/database.ts';

/** A change under way: its transaction, who makes it, and when (milliseconds). */
export interface Acting {
	trx: Trx;
	by: AuditContext;
	now: number;
}

/** Returns the columns of rows that keep who made a change, and when. */
export const signed = ({ by, now }: Pick<Acting, 'by' | 'now'>) => ({
	at: new Date(now).toISOString(),
	actor: actorText(by.actor),
	actor_name: by.actor.name,
});
