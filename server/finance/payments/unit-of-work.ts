import type { Insertable } from 'kysely';
import type { Plan } from '#shared/contract/finance/plans.ts';
import type { EventCause } from '#shared/contract/finance/transactions.ts';
import type { AuditAction, AuditValues } from '#shared/contract/platform/audit.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { type Actor, type AuditContext, formatActor } from '../../platform/audit-context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Exchange } from '../mpesa/daraja.ts';
import { type Change, countChanges } from './figures.ts';
import { refreshPayments } from './refresh.ts';
import type { Payment } from './store.ts';
import type { EventRow, MessageKind, OutcomeRow } from './tables.ts';

/** A change in progress that may take a payment into an account. */
export interface ActingWithPlans extends Acting {
	/** The plans whose months a payment for a known account gets. */
	plans?: readonly Plan[];
}

/** Side effects of a transaction on payments, which `finishWork` stores together. */
export interface Work {
	trx: Trx;
	/** Our clock, in milliseconds. */
	now: number;
	changes: Change[];
	outcomes: Insertable<OutcomeRow>[];
	events: Insertable<EventRow>[];
	/** Pending payments whose status query is due at once. */
	recheck: Set<string>;
	/** Payments that changed, whose state is computed again. */
	stale: Set<string>;
	plans: readonly Plan[];
	/** Each changed payment as it was; null for a new one. */
	before: Map<string, Payment | null>;
	/** Payments that were merged into another, with what moved. */
	merged: Merged[];
}

/** A payment that was merged into another: its decisions, and its messages with their outcomes before. */
export interface Merged {
	from: string;
	into: string;
	decisions: number[];
	messages: { id: number; outcome: string }[];
}

/** Changes made by a decision, stored with it. */
export interface Undo {
	payments: Payment[];
	created: string[];
	merged: Merged[];
	/** The last rows about these payments that the act itself wrote. */
	event: number;
	outcome: number;
}

export const startWork = (trx: Trx, now: number, plans: readonly Plan[] = []): Work => ({
	trx,
	now,
	plans,
	changes: [],
	outcomes: [],
	events: [],
	recheck: new Set(),
	stale: new Set(),
	before: new Map(),
	merged: [],
});

/** Notes a payment before its first change in a unit of work; null for a new one. */
export const noteBefore = ({ before }: Work, id: string, payment: Payment | null) => {
	if (!before.has(id)) before.set(id, payment);
};

/** Returns what a finished unit of work changed, as text to store; null if it changed no payment. */
export const toUndo = async ({ trx, before, merged }: Work) => {
	if (before.size === 0) return null;
	const last = async (table: 'payment_events' | 'payment_outcomes') => {
		const row = await trx
			.selectFrom(table)
			.select(({ fn }) => fn.max('id').as('id'))
			.where('payment_id', 'in', [...before.keys()])
			.executeTakeFirstOrThrow();
		return Number(row.id ?? 0);
	};
	const undo: Undo = {
		payments: [...before.values()].filter((payment) => payment !== null),
		created: [...before].flatMap(([id, payment]) => (payment === null ? [id] : [])),
		merged,
		event: await last('payment_events'),
		outcome: await last('payment_outcomes'),
	};
	return JSON.stringify(undo);
};

/** Stores the side effects of a unit of work, and the state of the payments that it is about. */
export const finishWork = async (work: Work) => {
	const { trx, now, outcomes, events, recheck, changes, stale } = work;
	if (outcomes.length > 0) await trx.insertInto('payment_outcomes').values(outcomes).execute();
	if (events.length > 0) await trx.insertInto('payment_events').values(events).execute();
	if (recheck.size > 0)
		await trx
			.updateTable('payment_checks')
			.set({ due_at: new Date(now).toISOString() })
			.where('payment_id', 'in', [...recheck].sort())
			.execute();
	await countChanges(trx, changes);
	const named = outcomes.flatMap(({ payment_id }) => payment_id ?? []);
	await refreshPayments(trx, [...named, ...stale, ...work.before.keys()], now);
};

/** The cause of a change of a payment. */
export interface Cause {
	/** The message that caused it; null without one. */
	messageId: number | null;
	/** Arrival time, in milliseconds. */
	at: number;
	/** The actor and the request. */
	context: AuditContext;
	kind: EventCause;
	/** The reason that a person gave. */
	reason?: string;
}

/** Returns the details of a cause for the audit trail. */
export const toAuditDetails = ({ kind, messageId, reason }: Cause) => ({
	cause: kind,
	message: messageId,
	...(reason !== undefined && { reason }),
});

/** Adds a row to the history of a payment: its status now and before, and the cause. */
export const addEvent = (
	work: Work,
	{ id, status }: Pick<Payment, 'id' | 'status'>,
	from: Payment['status'] | null,
	{ kind, messageId, context, reason }: Cause,
	note = reason ?? null,
) => {
	work.events.push({
		payment_id: id,
		at: new Date(work.now).toISOString(),
		from_status: from,
		to_status: status,
		cause: kind,
		message_id: messageId,
		actor: kind === 'request' || reason !== undefined ? formatActor(context.actor) : null,
		note,
	});
};

/** Adds the outcome of a message. */
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

/** Stores a call to Safaricom as evidence of a payment: the request, and the response if there was one. */
export const storeExchange = async (
	work: Work,
	kind: 'push' | 'query',
	{ request, status, body }: Exchange,
	{ id, key, context }: { id: string; key: string | null; context: AuditContext },
): Promise<Cause> => {
	const at = new Date(work.now).toISOString();
	const storeMessage = async (message: MessageKind, http_status: number | null, text: string) => {
		const row = {
			at,
			kind: message,
			key,
			peer: null,
			trusted: true,
			http_status,
			body: Buffer.from(text),
		};
		const query = work.trx.insertInto('mpesa_messages').values(row).returning('id');
		return (await query.executeTakeFirstOrThrow()).id;
	};
	const requestId = await storeMessage(`${kind}_request`, null, request);
	const messageId =
		status === null ? requestId : await storeMessage(`${kind}_answer`, status, body);
	addOutcome(work, { messageId: requestId }, 'sent', id);
	return { messageId, at: work.now, context, kind: kind === 'push' ? 'answer' : 'query' };
};

/** Safaricom, whose deliveries change payments. */
const MPESA: Actor = { kind: 'system', id: 'mpesa', name: 'M-Pesa' };

/** Returns the audit context of a delivery from an address. */
export const makeMpesaContext = (address: string | null): AuditContext => ({
	actor: MPESA,
	requestId: null,
	address,
});

/** Fields of a payment in the audit trail. */
const FIELDS = [
	'status',
	'amount',
	'receipt',
	'months',
	'result_code',
	'start_date',
	'end_date',
	'paid_at',
	'phone',
	'account_reference',
	'description',
	'checkout_request_id',
	'merchant_request_id',
	'result_desc',
] as const;

/** Returns a payment as an audit row names it. */
export const toPaymentItem = ({ id, receipt, phone }: Payment) => ({
	kind: 'transaction' as const,
	id,
	name: receipt ?? phone,
});

/** Records a change of a payment in the audit trail: its changed fields before and after, and details. */
export const recordPayment = (
	trx: Trx,
	context: AuditContext,
	action: AuditAction,
	{ before, after }: { before?: Payment; after?: Payment },
	details?: Record<string, unknown>,
) => {
	const changed = FIELDS.filter((name) => (before?.[name] ?? null) !== (after?.[name] ?? null));
	const only = (payment: Payment): AuditValues =>
		Object.fromEntries(changed.map((name) => [name, payment[name]]));
	recordAudit(trx, context, {
		action,
		item: toPaymentItem({
			...(after ?? before),
			receipt: after?.receipt ?? before?.receipt,
		} as Payment),
		...(before && changed.length > 0 && { before: only(before) }),
		...(after && changed.length > 0 && { after: only(after) }),
		...(details && { details }),
	});
};
