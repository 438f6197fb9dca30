import { type Insertable, sql } from 'kysely';
import {
	type AdjustmentInput,
	type AssignmentInput,
	adjustmentInput,
	assignmentInput,
	type NoteInput,
	noteInput,
	PRESENT,
	withdrawalInput,
} from '#shared/contract/adjustments.ts';
import type { AuditAction } from '#shared/contract/audit.ts';
import { transactionWithEvidence } from '#shared/contract/evidence.ts';
import { markSettlement } from '#shared/contract/settlements.ts';
import { dayStart, parseDay } from '#shared/east-africa-time.ts';
import { grouped } from '#shared/grouped.ts';
import type { z } from '#shared/zod.ts';
import { type Acting, authorColumns } from '../../api/acting.ts';
import { createOnce, REPEATABLE } from '../../api/idempotency.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { Database } from '../../db/database.ts';
import { lockName } from '../../db/engine.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import type { Api } from '../../http/api.ts';
import { adjustmentWith, entriesOf, withEvidence } from './evidence.ts';
import { findFacts, findState, isReversalLine, marksOf, notWithdrawn } from './payment-state.ts';
import { getPayment, type Payment, refreshKeys, rowIdOf, tagOfTransaction } from './store.ts';
import { type AdjustmentRow, type AssignmentRow, type NoteTable, noteTables } from './tables.ts';
import { lockPayment, lockPaymentById } from './transitions.ts';
import { addEvent, addOutcome, auditItem, finishWork, startWork } from './unit-of-work.ts';
import { findUnmatched } from './unmatched.ts';

const DAY_MS = 24 * 3_600_000;

/** Adds an entry to a payment, with its audit row. Returns the id of the payment. */
const addEntry = async (
	on: Acting,
	payment: Payment,
	table: NoteTable,
	entry: Partial<Insertable<AdjustmentRow & AssignmentRow>> & { reason: string },
	action: AuditAction,
	details: Record<string, unknown> = entry,
) => {
	const { trx, by } = on;
	await trx
		.insertInto(table)
		.values({ payment_id: payment.id, withdraws: null, ...entry, ...authorColumns(on) })
		.execute();
	if (table === 'payment_assignments') await refreshKeys(trx, payment.id);
	recordAudit(trx, by, { action, item: auditItem(payment), details });
	return payment.id;
};

/** Locks a completed payment until the transaction ends. Fails with 404, and with 409 if it is not completed. */
const completedPayment = async ({ trx }: Acting, id: string, what: string): Promise<Payment> => {
	const payment = await lockPaymentById(trx, id);
	if (payment.status !== 'completed')
		throw conflict(`This payment is ${payment.status}: nothing was paid that could be ${what}.`);
	return payment;
};

const momentOfText = (text: string) => {
	const day = parseDay(text);
	return day === undefined ? Date.parse(text) : dayStart(day);
};

/**
 * Checks that the receipt of a reversal is on no payment and no other adjustment, and agrees with the statement. Returns
 * whether a statement line with this receipt names the payment, so that its amount counts already.
 */
const checkReceipt = async (
	{ trx }: Acting,
	payment: Payment,
	{ receipt, amount }: { receipt: string; amount: number },
) => {
	await lockName(trx, `adjustment:${receipt}`);
	if (await lockPayment(trx, 'receipt', receipt))
		throw invalid('receipt', 'This receipt belongs to a payment; a reversal has its own receipt.');
	if (await adjustmentWith(trx, receipt)) throw conflict(`Receipt ${receipt} is already recorded.`);
	const line = await trx
		.selectFrom('statement_lines as l')
		.select(['l.withdrawn', 'l.linked_receipt as of'])
		.where('l.receipt', '=', receipt)
		.where(sql<boolean>`${isReversalLine}`)
		.limit(1)
		.executeTakeFirst();
	if (!line) return false;
	const shillings = Math.trunc(line.withdrawn / 100);
	if (line.of && line.of !== payment.receipt)
		throw invalid('receipt', `The statement says that ${receipt} takes back ${line.of}.`);
	if (shillings !== amount)
		throw invalid('amount', `The statement says that ${receipt} is of KSh ${grouped(shillings)}.`);
	return line.of !== null;
};

/**
 * Records a reversal or refund of a payment, whose status stays. Fails with 404, with 409 if the payment is not completed
 * or the receipt is recorded already, and with 422 if all adjustments are more than was paid.
 */
export const adjust = async (
	on: Acting,
	id: string,
	{ kind, amount, receipt: typed, at, reason }: AdjustmentInput,
) => {
	const payment = await completedPayment(on, id, 'given back');
	const happened = momentOfText(at);
	const paid = Date.parse(payment.paid_at ?? payment.updated_at);
	if (happened > on.now + DAY_MS) throw invalid('at', 'Time must not be in the future');
	if (happened < paid - DAY_MS) throw invalid('at', 'Time must not be before the payment');
	const receipt = typed || null;
	const isCounted = receipt !== null && (await checkReceipt(on, payment, { receipt, amount }));
	const { adjusted } = await findState(on.trx, payment);
	const left = payment.amount - adjusted;
	if (!isCounted && amount > left)
		throw invalid(
			'amount',
			adjusted === 0
				? `Amount must be at most KSh ${grouped(payment.amount)}, what was paid`
				: `Amount must be at most KSh ${grouped(left)}: of KSh ${grouped(payment.amount)}, KSh ${grouped(adjusted)} were given back already`,
		);
	const entry = { kind, amount, receipt, reason };
	const happened_at = new Date(happened).toISOString();
	return addEntry(on, payment, 'payment_adjustments', { ...entry, happened_at }, 'adjust', entry);
};

/**
 * Returns the account that a request names by `PRESENT` or the id of a suggestion: `typed-` and a payment's id, or
 * `assignment-` and its own id. Fails with 422 if a suggestion has changed.
 */
const namedReference = async ({ trx }: Acting, payment: Payment, id: string) => {
	if (id === PRESENT)
		return (await findState(trx, payment)).assigned_reference ?? payment.account_reference;
	const [, typed, assignment] = /^(?:typed-(.+)|assignment-(\d{1,15}))$/.exec(id) ?? [];
	const suggestion = await trx
		.selectFrom(typed ? 'payments' : 'payment_assignments')
		.select('account_reference')
		.where('id', '=', (typed ?? Number(assignment ?? 0)) as never)
		.executeTakeFirst();
	if (!suggestion?.account_reference)
		throw invalid('account_reference', 'This suggestion has changed. Please choose another.');
	return suggestion.account_reference;
};

/** Assigns a payment to an account for a number of months; the typed account stays. Fails with 404, and with 409. */
const assign = async (
	on: Acting,
	id: string,
	{ account_reference: typed, reference_id, months = null, reason }: AssignmentInput,
) => {
	const payment = await completedPayment(on, id, 'assigned');
	const account_reference =
		reference_id === undefined ? typed : await namedReference(on, payment, reference_id);
	if (!account_reference) throw invalid('account_reference', 'Account reference is required');
	const entry = { account_reference, months, reason };
	return addEntry(on, payment, 'payment_assignments', entry, 'assign');
};

/** Adds a note to a payment of any status. Fails with 404. */
const addNote = async (on: Acting, id: string, { text }: NoteInput) => {
	const payment = await lockPaymentById(on.trx, id);
	return addEntry(on, payment, 'payment_notes', { reason: text }, 'note', { note: text });
};

/** The entries that can be withdrawn, with the word for one. */
const ENTRIES = { adjustments: 'Adjustment', assignments: 'Assignment', notes: 'Note' } as const;
type Entries = keyof typeof ENTRIES;

/** Withdraws an entry of a payment by another row. Fails with 404, and with 409 if it is withdrawn already. */
const withdraw = async (on: Acting, id: string, what: Entries, row: number, reason: string) => {
	const payment = await lockPaymentById(on.trx, id);
	const table = `payment_${what}` as const;
	type Fields = Partial<AdjustmentInput & AssignmentInput>;
	const entries = await entriesOf<Fields>(on.trx, table, payment.id);
	const one = entries.find((each) => each.id === row);
	if (!one) throw notFound(ENTRIES[what]);
	if (one.withdrawn) throw conflict('This was already withdrawn.');
	return addEntry(on, payment, table, { withdraws: row, reason }, 'restore', {
		...('kind' in one && { kind: one.kind, amount: one.amount }),
		...('months' in one && { account_reference: one.account_reference }),
		reason,
	});
};

/** Withdraws the adjustment with a receipt; returns false without one. */
export const withdrawByReceipt = async (on: Acting, receipt: string) => {
	const note = await adjustmentWith(on.trx, receipt);
	if (note) await withdraw(on, note.payment_id, 'adjustments', Number(note.id), 'Withdrawn');
	return note !== undefined;
};

/** Moves the entries of a payment that count to the payment that it was merged into. */
export const carryNotes = async (on: Acting, from: string, to: string) => {
	const { trx } = on;
	const withdrawal = { payment_id: from, reason: `Carried to ${to}`, ...authorColumns(on) };
	for (const table of noteTables) {
		const { rows } = await sql<{ id: number }>`select a.* from ${sql.table(table)} as a
			where a.payment_id = ${from} and ${notWithdrawn(table)} order by a.id`.execute(trx);
		if (rows.length === 0) continue;
		const carried = rows.map(({ id: _, ...row }) => ({ ...row, payment_id: to }));
		const withdrawn = rows.map(({ id }) => ({ ...withdrawal, withdraws: id }));
		for (const values of [carried as never, withdrawn])
			await trx.insertInto(table).values(values).execute();
		if (table === 'payment_assignments') await refreshKeys(trx, to);
	}
};

/**
 * Settles the marks of a payment; a later delivery can mark it again. Returns its id. Fails with 404, and with 409 if it
 * has no marks or a delivery needs a decision of its own.
 */
const settleMarks = async ({ trx, by, now }: Acting, paymentId: string, reason: string) => {
	const payment = await lockPaymentById(trx, paymentId);
	const { id } = payment;
	const facts = (await findFacts(trx, [payment], now)).get(id) ?? [];
	const marks = marksOf(facts);
	if (marks.length === 0) throw conflict('This payment has no marks.');
	const work = startWork(trx, now);
	const messageIds = facts.flatMap(({ what, n }) => (what === 'mark' && n !== null ? [n] : []));
	for (const messageId of new Set(messageIds)) {
		const delivery = await findUnmatched(trx, messageId);
		if (delivery !== undefined && delivery !== 'settled')
			throw conflict('A delivery of this payment needs a decision. Please settle the delivery.');
		addOutcome(work, { messageId }, 'settled', id);
	}
	const cause = { messageId: null, at: now, by, kind: 'settled' as const, reason };
	addEvent(work, payment, payment.status, cause);
	await finishWork(work);
	recordAudit(trx, by, {
		action: 'settle',
		item: auditItem(payment),
		details: { marks: marks.join(', '), reason },
	});
	return id;
};

/** Adds the routes for notes on a payment: adjustments, assignments and settled marks, each with its withdrawal. */
export const adjustmentRoutes = (api: Api, database: Database, now: () => number) => {
	const post = <Body extends z.ZodMiniObject>(
		path: string,
		[operationId, summary]: [id: string, summary: string],
		[status, body]: [200 | 201, Body],
		note: (on: Acting, id: string, sent: z.infer<Body>, row: number) => Promise<string>,
	) =>
		api.post(`/transactions/:id/${path}`, {
			schema: {
				tags: ['transactions'],
				operationId,
				summary,
				description: REPEATABLE,
				body,
				response: { [status]: transactionWithEvidence },
			},
			handler: (request, reply) => {
				const { id, noteId } = request.params as { id: string; noteId?: string };
				const row = noteId === undefined ? 0 : rowIdOf(request, 'Note', 'noteId');
				return createOnce(database, request, reply, async (trx, by) => {
					const on = { trx, by, now: now() };
					const paymentId = await note(on, id, request.body as z.infer<Body>, row);
					const payment = await getPayment(trx, paymentId);
					const data = await withEvidence(trx, payment, on.now);
					return { status, data, version: tagOfTransaction(data) };
				});
			},
		});
	const takeBack = (what: Entries) =>
		post(
			`${what}/:noteId/withdraw`,
			[`withdraw${ENTRIES[what]}`, `Withdraws an entry of the ${what} of a payment`],
			[200, withdrawalInput],
			(on, id, { reason }, row) => withdraw(on, id, what, row, reason),
		);

	post(
		'adjustments',
		['createAdjustment', 'Records a reversal or refund of a payment; its status does not change'],
		[201, adjustmentInput],
		adjust,
	);
	takeBack('adjustments');
	post(
		'assignments',
		[
			'createAssignment',
			'Assigns a payment to an account for a number of months; the newest assignment counts',
		],
		[201, assignmentInput],
		assign,
	);
	takeBack('assignments');
	post('notes', ['createNote', 'Adds a note to a payment'], [201, noteInput], addNote);
	takeBack('notes');
	post(
		'settle',
		['settleTransaction', 'Settles the marks of a payment with a reason'],
		[200, markSettlement],
		(on, id, { reason }) => settleMarks(on, id, reason),
	);
};
