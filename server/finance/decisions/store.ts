import { type Generated, type Selectable, sql } from 'kysely';
import {
	type AboutKind,
	type Decision,
	type DecisionKind,
	decisionWords,
} from '#shared/contract/finance/decisions.ts';
import { formatCount, formatWhole } from '#shared/grouped.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { formatActor } from '../../platform/audit-context.ts';
import type { Db } from '../../platform/db/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';

/** A decision of a person about money. Only the end of a decision, and the payment after a merge, are ever changed. */
export interface DecisionRow {
	id: Generated<number>;
	about_kind: AboutKind;
	/** Id of the payment, message, line, or account; for a receipt the receipt itself. */
	about_id: string;
	what: DecisionKind;
	/** The payment that the decision is about, changed or created. */
	payment_id: string | null;
	amount_shillings: number | null;
	receipt: string | null;
	account_reference: string | null;
	months: number | null;
	/** `254` and nine digits: the phone that a caller named with an expected receipt. */
	phone: string | null;
	/** The outcome of the message, or the status of the payment, before the decision. */
	state_before: string | null;
	/** The earlier state as JSON, which is restored when the decision is taken back. */
	undo: string | null;
	/** The statement line of a refund or reversal: see `refreshPayments`. */
	line_id: string | null;
	/** The refund or reversal that the line of this decision is the same money as. */
	same_as: number | null;
	/** The first of the assignments of part payments that make a plan together. */
	together: number | null;
	/** Time of the event that the decision records. */
	at: string;
	reason: string;
	actor: string;
	actor_name: string;
	created_at: string;
	withdrawn_at: string | null;
	withdrawn_by: string | null;
	withdrawn_name: string | null;
	withdrawn_reason: string | null;
}
export type StoredDecision = Selectable<DecisionRow>;

declare module '../../platform/db/schema.ts' {
	interface Schema {
		decisions: DecisionRow;
	}
}

/** The subject of a decision. */
export interface About {
	kind: AboutKind;
	id: string;
}

type Values = { about: About; what: DecisionKind; reason: string } & Partial<
	Omit<DecisionRow, 'id' | 'about_kind' | 'about_id' | 'what' | 'reason'>
>;

const EMPTY = {
	payment_id: null,
	amount_shillings: null,
	receipt: null,
	account_reference: null,
	months: null,
	phone: null,
	state_before: null,
	undo: null,
	line_id: null,
	same_as: null,
	together: null,
	withdrawn_at: null,
	withdrawn_by: null,
	withdrawn_name: null,
	withdrawn_reason: null,
};

/** Stores a decision; returns its id. The caller refreshes the payment: see `refreshPayments`. */
export const addDecision = async (
	{ trx, context, now }: Acting,
	{ about, ...values }: Values,
): Promise<number> => {
	const created_at = new Date(now).toISOString();
	const { id } = await trx
		.insertInto('decisions')
		.values({
			...EMPTY,
			at: created_at,
			...values,
			about_kind: about.kind,
			about_id: about.id,
			actor: formatActor(context.actor),
			actor_name: context.actor.name,
			created_at,
		})
		.returning('id')
		.executeTakeFirstOrThrow();
	return id;
};

/** Selects the decisions `d` that count. */
export const selectActive = (db: Db) =>
	db.selectFrom('decisions as d').selectAll('d').where('d.withdrawn_at', 'is', null);

/** Finds the decision about a delivery, a line or a receipt that counts; each has at most one. Others have one of a kind. */
export const findDecision = (db: Db, about: About, what?: DecisionKind) =>
	selectActive(db)
		.where('d.about_kind', '=', about.kind)
		.where('d.about_id', '=', about.id)
		.$if(what !== undefined, (query) => query.where('d.what', '=', what as DecisionKind))
		.executeTakeFirst();

/** Returns a decision by its id, or fails with 404. */
export const getDecision = async (db: Db, id: number) => {
	const row = await db.selectFrom('decisions').selectAll().where('id', '=', id).executeTakeFirst();
	if (!row) throw notFound('Decision');
	return row;
};

/** True for a decision of an alias that counts and is an adjustment. */
export const isAdjustment = (alias: string) =>
	sql<boolean>`(${sql.ref(`${alias}.what`)} in ('reversal', 'refund') and ${sql.ref(`${alias}.withdrawn_at`)} is null)`;

/** Ends a decision; the caller undoes its effects. Fails with 409 if it is withdrawn already. */
export const endDecision = async ({ trx, context, now }: Acting, id: number, reason: string) => {
	const ended = await trx
		.updateTable('decisions')
		.set({
			withdrawn_at: new Date(now).toISOString(),
			withdrawn_by: formatActor(context.actor),
			withdrawn_name: context.actor.name,
			withdrawn_reason: reason,
		})
		.where('id', '=', id)
		.where('withdrawn_at', 'is', null)
		.executeTakeFirst();
	if (ended.numUpdatedRows === 0n) throw conflict('This was already taken back.');
};

/** Makes a decision again that another one replaced, after that was taken back. */
export const repeatDecision = async ({ trx }: Acting, replaced: number) => {
	const { id: _, ...row } = await trx
		.selectFrom('decisions')
		.selectAll()
		.where('id', '=', replaced)
		.executeTakeFirstOrThrow();
	const active = {
		withdrawn_at: null,
		withdrawn_by: null,
		withdrawn_name: null,
		withdrawn_reason: null,
	};
	await trx
		.insertInto('decisions')
		.values({ ...row, ...active })
		.execute();
};

/** Lists the decisions about a payment, withdrawn ones too, oldest first. */
export const listDecisions = (db: Db, paymentId: string) =>
	db
		.selectFrom('decisions')
		.selectAll()
		.where('payment_id', '=', paymentId)
		.orderBy('id')
		.execute();

/** Returns a decision as the API shows it. */
export const toDecision = (row: StoredDecision): Decision => ({
	id: row.id,
	about: { kind: row.about_kind, id: row.about_id },
	what: row.what,
	transaction_id: row.payment_id,
	amount: row.amount_shillings,
	receipt: row.receipt,
	account_reference: row.account_reference,
	months: row.months,
	same_as: row.same_as,
	together: row.together,
	at: row.at,
	reason: row.reason,
	by: row.actor_name,
	created_at: row.created_at,
	withdrawn:
		row.withdrawn_at === null
			? null
			: {
					at: row.withdrawn_at,
					by: row.withdrawn_name ?? '',
					reason: row.withdrawn_reason ?? '',
				},
});

/**
 * Moves the decisions about a payment to the payment that it was merged into, and returns their ids. A decision about its
 * missing line ends if that payment has one of its own.
 */
export const moveDecisions = async (acting: Acting, from: string, to: string) => {
	const { trx } = acting;
	const [missing, own] = [from, to].map((id) => findDecision(trx, { kind: 'line', id }));
	const [moved, kept] = [await missing, await own];
	if (moved && kept) await endDecision(acting, moved.id, `Merged into ${to}`);
	const rows = await trx
		.updateTable('decisions')
		.set({
			payment_id: to,
			about_id: sql`case when about_id = ${from} then ${to} else about_id end`,
		})
		.where('payment_id', '=', from)
		.returning('id')
		.execute();
	return rows.map(({ id }) => id);
};

/** Moves decisions back to a payment that is no longer merged into another. */
export const moveBack = async (
	{ trx }: Acting,
	{ from, into, decisions }: { from: string; into: string; decisions: readonly number[] },
) => {
	if (decisions.length === 0) return;
	await trx
		.updateTable('decisions')
		.set({
			payment_id: from,
			about_id: sql`case when about_id = ${into} then ${from} else about_id end`,
		})
		.where('id', 'in', decisions)
		.execute();
};

/** Returns what a decision is, as a part of a sentence: `a refund of KSh 10`. */
const nameDecision = ({ what, amount_shillings, account_reference, months }: StoredDecision) => {
	if (what === 'reversal' || what === 'refund')
		return `a ${what} of KSh ${formatWhole(amount_shillings ?? 0)}`;
	if (what === 'assignment')
		return account_reference === null ? 'an assignment' : `an assignment to “${account_reference}”`;
	if (what === 'grant') return `a grant of ${formatCount(months ?? 0, 'month')}`;
	if (what === 'note') return 'a note';
	return `the decision “${decisionWords[what]}”`;
};

/** Describes a decision that rests on another one: `Take back a refund of KSh 10 first (Administrator: half).` */
export const describeResting = (decision: StoredDecision) =>
	`Take back ${nameDecision(decision)} first (${decision.actor_name}: ${decision.reason}).`;
