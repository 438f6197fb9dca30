import type { Insertable } from 'kysely';
import type { EventCause } from '#shared/contract/transactions.ts';
import { type AuditContext, actorText } from '../../audit-context.ts';
import type { Trx } from '../../db/database.ts';
import { masked } from '../../http/masked.ts';
import type { Exchange } from '../../mpesa/daraja.ts';
import { type Change, count } from './figures.ts';
import type { Payment } from './store.ts';
import type { EventRow, MessageKind, OutcomeRow } from './tables.ts';

/** What one transaction does to payments beside their rows: it is written together at the end. */
export interface Work {
	trx: Trx;
	/** Our clock, in milliseconds. */
	now: number;
	changes: Change[];
	outcomes: Insertable<OutcomeRow>[];
	events: Insertable<EventRow>[];
	/** Pending payments to ask Safaricom about at once. */
	recheck: Set<string>;
}

export const startWork = (trx: Trx, now: number): Work => ({
	trx,
	now,
	changes: [],
	outcomes: [],
	events: [],
	recheck: new Set(),
});

/** Writes what the work has gathered. */
export const finishWork = async ({ trx, now, outcomes, events, recheck, changes }: Work) => {
	if (outcomes.length > 0) await trx.insertInto('payment_outcomes').values(outcomes).execute();
	if (events.length > 0) await trx.insertInto('payment_events').values(events).execute();
	if (recheck.size > 0)
		await trx
			.updateTable('payment_checks')
			.set({ due_at: new Date(now).toISOString() })
			.where('payment_id', 'in', [...recheck].sort())
			.execute();
	await count(trx, changes);
};

/** Why something happens to a payment. */
export interface Cause {
	/** The message that says so; null where none does. */
	messageId: number | null;
	/** When it reached us, in milliseconds. */
	at: number;
	/** Who is behind it. */
	by: AuditContext;
	kind: EventCause;
	/** Why, where a person decided it. */
	reason?: string;
}

/** What the audit trail says of a cause. */
export const detailsOf = ({ kind, messageId, reason }: Cause) => ({
	cause: kind,
	message: messageId,
	...(reason !== undefined && { reason: masked(reason) }),
});

/** Writes a line of a payment's history: what it is now, what it was, and why. */
export const addEvent = (
	work: Work,
	{ id, status }: Pick<Payment, 'id' | 'status'>,
	from: Payment['status'] | null,
	{ kind, messageId, by, reason }: Cause,
	note = reason ?? null,
) => {
	work.events.push({
		payment_id: id,
		at: new Date(work.now).toISOString(),
		from_status: from,
		to_status: status,
		cause: kind,
		message_id: messageId,
		actor: kind === 'request' || reason !== undefined ? actorText(by.actor) : null,
		note,
	});
};

/** Writes down what a message did. */
export const addOutcome = (
	work: Work,
	{ messageId }: Pick<Cause, 'messageId'>,
	outcome: string,
	paymentId: string | null,
) => {
	if (messageId === null) throw new Error('An outcome is that of a message.');
	const at = new Date(work.now).toISOString();
	work.outcomes.push({ message_id: messageId, payment_id: paymentId, outcome, at });
};

/** Keeps a call that we made as evidence of a payment: what we asked, and what came back if anything did. */
export const keepExchange = async (
	work: Work,
	kind: 'push' | 'query',
	{ request, status, body }: Exchange,
	{ id, key, by }: { id: string; key: string | null; by: AuditContext },
): Promise<Cause> => {
	const at = new Date(work.now).toISOString();
	const keep = async (message: MessageKind, http_status: number | null, text: string) => {
		const row = {
			at,
			kind: message,
			key,
			peer: null,
			trusted: 1,
			http_status,
			body: Buffer.from(text),
		};
		const query = work.trx.insertInto('mpesa_messages').values(row).returning('id');
		return (await query.executeTakeFirstOrThrow()).id;
	};
	const asked = await keep(`${kind}_request`, null, request);
	const messageId = status === null ? asked : await keep(`${kind}_answer`, status, body);
	addOutcome(work, { messageId: asked }, 'sent', id);
	return { messageId, at: work.now, by, kind: kind === 'push' ? 'answer' : 'query' };
};
