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
import { auditItem } from './audit.ts';
import { withEvidence } from './evidence.ts';
import { findFacts, marksOf } from './marks.ts';
import {
	adjustmentWith,
	entriesOf,
	findInForce,
	hasNotes,
	referenceOf,
	reversalOn,
} from './standing.ts';
import { getPayment, type Payment, refreshKeys, tagOfTransaction } from './store.ts';
import { lockPayment, lockPaymentById } from './transitions.ts';
import { addEvent, addOutcome, finishWork, startWork } from './unit-of-work.ts';
import { findUnmatched } from './unmatched.ts';

const DAY_MS = 24 * 3_600_000;

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
	const line = await reversalOn(trx, receipt);
	if (line?.of && line.of !== payment.receipt)
		throw invalid('receipt', `The statement says that ${receipt} takes back ${line.of}.`);
	if (line && Number(line.amount) !== amount)
		throw invalid(
			'amount',
			`The statement says that ${receipt} is of KSh ${grouped(Number(line.amount))}.`,
		);
	return line !== undefined && line.of !== null;
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
	const { adjusted } = await findInForce(on.trx, payment);
	const left = payment.amount - adjusted;
	if (!isCounted && amount > left)
		throw invalid(
			'amount',
			adjusted === 0
				? `Amount must be at most KSh ${grouped(payment.amount)}, what was paid`
				: `Amount must be at most KSh ${grouped(left)}: of KSh ${grouped(payment.amount)}, KSh ${grouped(adjusted)} were given back already`,
		);
	await on.trx
		.insertInto('payment_adjustments')
		.values({
			payment_id: payment.id,
			kind,
			amount,
			receipt,
			withdraws: null,
			happened_at: new Date(happened).toISOString(),
			reason,
			...authorColumns(on),
		})
		.execute();
	recordAudit(on.trx, on.by, {
		action: 'adjust',
		item: auditItem(payment),
		details: { kind, amount, receipt, reason },
	});
	return payment.id;
};

/** Returns the account that a request names by id. Fails with 422 if a suggestion has changed. */
const namedReference = async ({ trx }: Acting, payment: Payment, id: string) => {
	if (id !== PRESENT) {
		const found = await referenceOf(trx, id);
		if (found === undefined)
			throw invalid('account_reference', 'This suggestion has changed. Please choose another.');
		return found;
	}
	const { assigned } = await findInForce(trx, payment);
	return assigned?.account_reference ?? payment.account_reference ?? undefined;
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
	if (account_reference === undefined)
		throw invalid('account_reference', 'Account reference is required');
	await on.trx
		.insertInto('payment_assignments')
		.values({
			payment_id: payment.id,
			account_reference,
			months,
			withdraws: null,
			reason,
			...authorColumns(on),
		})
		.execute();
	await refreshKeys(on.trx, payment.id);
	recordAudit(on.trx, on.by, {
		action: 'assign',
		item: auditItem(payment),
		details: { account_reference, months, reason },
	});
	return payment.id;
};

/** Adds a note to a payment of any status. Fails with 404. */
const addNote = async (on: Acting, paymentId: string, { text }: NoteInput) => {
	const payment = await lockPaymentById(on.trx, paymentId);
	const row = { payment_id: payment.id, reason: text, withdraws: null, ...authorColumns(on) };
	await on.trx.insertInto('payment_notes').values(row).execute();
	recordAudit(on.trx, on.by, {
		action: 'note',
		item: auditItem(payment),
		details: { note: text },
	});
	return payment.id;
};

/** The notes that can be withdrawn. */
const TABLES = {
	adjustments: 'payment_adjustments',
	assignments: 'payment_assignments',
	notes: 'payment_notes',
} as const;
const WORDS = { adjustments: 'Adjustment', assignments: 'Assignment', notes: 'Note' };
type Noted = keyof typeof TABLES;

/** Withdraws an entry of a payment by another row. Fails with 404, and with 409 if it is withdrawn already. */
const withdraw = async (on: Acting, id: string, what: Noted, row: number, reason: string) => {
	const payment = await lockPaymentById(on.trx, id);
	const table = TABLES[what];
	type Fields = Partial<AdjustmentInput & AssignmentInput>;
	const entries = await entriesOf<Fields>(on.trx, table, [payment.id]);
	const one = entries.find((each) => each.id === row);
	if (!one) throw notFound(WORDS[what]);
	if (one.withdrawn) throw conflict('This was already withdrawn.');
	await on.trx
		.insertInto(table)
		.values({ payment_id: payment.id, withdraws: row, reason, ...authorColumns(on) })
		.execute();
	await refreshKeys(on.trx, payment.id);
	recordAudit(on.trx, on.by, {
		action: 'restore',
		item: auditItem(payment),
		details: {
			...('kind' in one && { kind: one.kind, amount: one.amount }),
			...('months' in one && { account_reference: one.account_reference ?? '' }),
			reason,
		},
	});
	return payment.id;
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
	if (!(await hasNotes(trx, from))) return;
	for (const table of Object.values(TABLES)) {
		const rows = await trx
			.selectFrom(table)
			.selectAll()
			.where('payment_id', '=', from)
			.orderBy('id')
			.execute();
		const taken = new Set(rows.map(({ withdraws }) => withdraws));
		const active = rows.filter((row) => row.withdraws === null && !taken.has(row.id));
		if (active.length === 0) continue;
		const carried = active.map(({ id: _, ...row }) => ({ ...row, payment_id: to }));
		await trx
			.insertInto(table)
			.values(carried as never)
			.execute();
		const ended = { payment_id: from, reason: `Carried to ${to}`, ...authorColumns(on) };
		await trx
			.insertInto(table)
			.values(active.map(({ id }) => ({ ...ended, withdraws: id })))
			.execute();
	}
	for (const id of [from, to]) await refreshKeys(trx, id);
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
				const { id, noteId = '0' } = request.params as { id: string; noteId?: string };
				if (!/^\d{1,15}$/.test(noteId)) throw notFound('Note');
				return createOnce(database, request, reply, async (trx, by) => {
					const on = { trx, by, now: now() };
					const about = await note(on, id, request.body as z.infer<Body>, Number(noteId));
					const payment = await getPayment(trx, about);
					const data = await withEvidence(trx, payment, on.now);
					return { status, data, version: tagOfTransaction(data) };
				});
			},
		});
	const takeBack = (what: Noted) =>
		post(
			`${what}/:noteId/withdraw`,
			[`withdraw${WORDS[what]}`, `Withdraws an entry of the ${what} of a payment`],
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
