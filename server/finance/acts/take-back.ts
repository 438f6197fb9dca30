import { formatMessageDay } from '#shared/east-africa-time.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { lockName } from '../../platform/db/engine.ts';
import { AppError, conflict } from '../../platform/errors.ts';
import {
	describeResting,
	endDecision,
	getDecision,
	moveBack,
	repeatDecision,
	type StoredDecision,
	selectActive,
} from '../decisions/store.ts';
import { refreshDecided } from '../payments/refresh.ts';
import { toChange } from '../payments/store.ts';
import { lockPayment, RELEASED, transition } from '../payments/transitions.ts';
import {
	addEvent,
	addOutcome,
	finishWork,
	recordPayment,
	startWork,
	toPaymentItem,
	type Undo,
	type Work,
} from '../payments/unit-of-work.ts';
import { findOutcome } from '../payments/unmatched.ts';
import { isWritingOff, restoreWrittenOff } from './write-off.ts';

type Rest = { kind: 'decision' | 'change' | 'message'; id: string; text: string };

const toResting = (decision: StoredDecision): Rest => ({
	kind: 'decision',
	id: String(decision.id),
	text: describeResting(decision),
});

/** Finds what happened to payments after a decision and rests on it. */
const listResting = async ({ trx }: Acting, row: StoredDecision, undo: Undo): Promise<Rest[]> => {
	const ids = [...undo.payments.map(({ id }) => id), ...undo.created];
	const decisions = await selectActive(trx)
		.where('d.payment_id', 'in', ids)
		.where('d.id', '>', row.id)
		.execute();
	// Notes of people stay with a payment that remains.
	const resting = decisions.filter(
		({ what, payment_id }) => what !== 'note' || undo.created.includes(payment_id ?? ''),
	);
	const changes = await trx
		.selectFrom('payment_events')
		.select(['id', 'at', 'cause', 'to_status'])
		.where('payment_id', 'in', ids)
		.where('id', '>', undo.event)
		.where('cause', '<>', 'settled')
		.execute();
	// A repeated report changes nothing.
	const messages = await trx
		.selectFrom('payment_outcomes')
		.select(['id', 'at', 'outcome'])
		.where('payment_id', 'in', ids)
		.where('id', '>', undo.outcome)
		.where('outcome', 'not in', ['settled', 'duplicate'])
		.execute();
	const day = (at: string) => formatMessageDay(Date.parse(at));
	return [
		...resting.map(toResting),
		...changes.map(({ id, at, to_status }) => ({
			kind: 'change' as const,
			id: String(id),
			text: `The payment was changed to ${to_status} on ${day(at)}.`,
		})),
		...messages.map(({ id, at }) => ({
			kind: 'message' as const,
			id: String(id),
			text: `M-Pesa also reported on this payment on ${day(at)}.`,
		})),
	];
};

/** Lists the decisions about another one: it is the same money as a line, or that money is given back. */
const listSaidAbout = ({ trx }: Acting, id: number) =>
	selectActive(trx)
		.where((eb) =>
			eb.or([
				eb('d.same_as', '=', id),
				eb.and({ 'd.about_kind': 'decision', 'd.about_id': String(id) }),
			]),
		)
		.execute();

/** Returns what a decision of an earlier release changed, which stored no copy of the payment. */
const readEarlier = async ({ trx }: Acting, row: StoredDecision): Promise<Undo | undefined> => {
	const { payment_id: id, created_at } = row;
	if (id === null || !['payment', 'booked', 'attached'].includes(row.what)) return undefined;
	const event = await trx
		.selectFrom('payment_events')
		.select(['id', 'from_status'])
		.where('payment_id', '=', id)
		.where('cause', '=', 'booked')
		.where('at', '=', created_at)
		.executeTakeFirst();
	if (!event) return undefined;
	if (event.from_status !== null)
		throw conflict('An earlier release made this decision and kept no copy of the payment before.');
	const { last } = await trx
		.selectFrom('payment_outcomes')
		.select(({ fn }) => fn.max('id').as('last'))
		.where('payment_id', '=', id)
		.where('at', '<=', created_at)
		.executeTakeFirstOrThrow();
	return { payments: [], created: [id], merged: [], event: event.id, outcome: Number(last ?? 0) };
};

/** Gives payments the fields that they had before a decision. Payments that it created become void. */
const restorePayments = async (acting: Acting, work: Work, undo: Undo, reason: string) => {
	const { trx, context, now } = acting;
	const cause = { messageId: null, at: now, context, kind: 'withdrawn' as const, reason };
	for (const id of undo.created) {
		const payment = await lockPayment(trx, 'id', id);
		if (payment) await transition(work, payment, 'voided', RELEASED, cause);
	}
	const findMerged = (id: string) => undo.merged.find(({ from }) => from === id);
	// A payment that was merged gets its receipt back after the other one has released it.
	const priors = undo.payments.toSorted(
		(a, b) => Number(!!findMerged(a.id)) - Number(!!findMerged(b.id)),
	);
	for (const prior of priors) {
		const payment = await lockPayment(trx, 'id', prior.id);
		if (!payment) continue;
		const after = {
			...prior,
			merged_into: null,
			version: payment.version + 1,
			updated_at: new Date(now).toISOString(),
		};
		await trx.updateTable('payments').set(after).where('id', '=', prior.id).execute();
		const merged = findMerged(prior.id);
		if (merged) await moveBack(acting, merged);
		work.stale.add(prior.id);
		if (after.status === 'pending')
			await trx
				.insertInto('payment_checks')
				.values({ payment_id: prior.id, due_at: after.updated_at, tries: 0 })
				.execute();
		work.changes.push(toChange(payment, -1), toChange(after, 1));
		addEvent(work, after, payment.status, cause);
		recordPayment(
			trx,
			context,
			'update',
			{ before: payment, after },
			{ cause: 'withdrawn', reason },
		);
		for (const { id, outcome } of merged?.messages ?? [])
			addOutcome(work, { messageId: id }, outcome, prior.id);
	}
};

/** Gives the messages that a decision settled their outcomes before it. */
const restoreMessages = async (
	work: Work,
	{ about_kind, about_id, state_before, payment_id }: StoredDecision,
	outcomes: readonly [messageId: number, outcome: string][],
) => {
	if (about_kind === 'delivery') {
		const messageId = Number(about_id);
		const { payment_id: named } = await findOutcome(work.trx, messageId);
		addOutcome(work, { messageId }, state_before as string, named);
	}
	for (const [messageId, outcome] of outcomes) addOutcome(work, { messageId }, outcome, payment_id);
};

/** Restores what a decision changed besides payments with a stored copy and messages. */
const restoreOthers = async (
	acting: Acting,
	row: StoredDecision,
	replaced: number | undefined,
	reason: string,
) => {
	const { payment_id: id } = row;
	if (replaced) await repeatDecision(acting, replaced);
	if (id && isWritingOff(row)) await restoreWrittenOff(acting, id, reason);
};

/** Returns the item of the audit trail that a decision is about. */
const toAuditItem = async ({ trx }: Acting, row: StoredDecision) => {
	const { about_kind: kind, about_id: id, receipt } = row;
	if (kind === 'receipt') return { kind: 'awaited_receipt' as const, id: String(row.id), name: id };
	if (kind === 'account') return { kind, id, name: id };
	if (kind === 'change')
		return { kind: 'period' as const, id: id.slice(0, 7), name: id.slice(0, 7) };
	if (kind === 'line' || kind === 'decision')
		return { kind: 'statement_line' as const, id, name: receipt };
	const payment =
		row.payment_id === null ? undefined : await lockPayment(trx, 'id', row.payment_id);
	return payment
		? toPaymentItem(payment)
		: { kind: 'transaction' as const, id: row.payment_id, name: null };
};

/**
 * Takes a decision back and restores exactly what was before it. Fails with 404, with 409 if it is taken back already,
 * and with 409 `in_use` and a list if something later rests on it.
 */
export const takeBack = async (acting: Acting, id: number, reason: string) => {
	const { trx, context, now } = acting;
	const row = await getDecision(trx, id);
	const { about_kind: kind, about_id: about } = row;
	await lockName(trx, `${kind === 'line' ? 'reconciliation' : kind}:${about}`);
	const item = await toAuditItem(acting, row);
	await endDecision(acting, id, reason);
	const stored = row.undo === null ? {} : JSON.parse(row.undo);
	const undo: Undo | undefined = 'payments' in stored ? stored : await readEarlier(acting, row);
	const work = startWork(trx, now);
	const resting = [
		...(await listSaidAbout(acting, id)).map(toResting),
		...(undo ? await listResting(acting, row, undo) : []),
	];
	if (resting.length > 0)
		throw new AppError('in_use', resting.map(({ text }) => text).join(' '), { data: resting });
	if (undo) await restorePayments(acting, work, undo, reason);
	await restoreMessages(work, row, stored.outcomes ?? []);
	await finishWork(work);
	await restoreOthers(acting, row, stored.replaced, reason);
	await refreshDecided(trx, row.payment_id, now);
	// The parts of a plan are taken back together.
	const [part] = row.together
		? await selectActive(trx).where('d.together', '=', row.together).execute()
		: [];
	if (part) await takeBack(acting, part.id, reason);
	recordAudit(trx, context, {
		action: 'restore',
		item,
		details: {
			as: row.what,
			...(kind === 'delivery' && { delivery: Number(about) }),
			...(row.amount_shillings !== null && { amount: row.amount_shillings }),
			...(row.account_reference !== null && { account_reference: row.account_reference }),
			reason,
		},
	});
};
