import {
	type AdjustmentInput,
	type AssignmentInput,
	adjustmentInput,
	assignmentInput,
	type NoteInput,
	noteInput,
	PRESENT,
} from '#shared/contract/finance/adjustments.ts';
import { decisionWords } from '#shared/contract/finance/decisions.ts';
import { transactionWithEvidence } from '#shared/contract/finance/evidence.ts';
import { markSettlement } from '#shared/contract/finance/settlements.ts';
import { writeOffInput } from '#shared/contract/finance/write-offs.ts';
import type { AuditAction } from '#shared/contract/platform/audit.ts';
import { getDayStart, parseDay } from '#shared/east-africa-time.ts';
import { formatWhole } from '#shared/grouped.ts';
import type { z } from '#shared/zod.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { createOnce, REPEATABLE } from '../../platform/api/idempotency.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import type { Database, Db, Trx } from '../../platform/db/database.ts';
import { lockName } from '../../platform/db/engine.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { GUARDED, readIfMatch } from '../../platform/http/etag.ts';
import {
	addDecision,
	isAdjustment,
	type StoredDecision,
	selectActive,
} from '../decisions/store.ts';
import { requireAccount } from './accounts.ts';
import { checkVersion } from './check-version.ts';
import { listMarks } from './conditions.ts';
import { withEvidence } from './evidence.ts';
import { listMarkingMessages } from './payment-facts.ts';
import { proposeAccounts } from './proposals.ts';
import { refreshDecided } from './refresh.ts';
import { computeTransactionTag, getPayment, type Payment, toAdjusted } from './store.ts';
import { fromSeq } from './tables.ts';
import { lockPayment, lockPaymentById } from './transitions.ts';
import { addEvent, addOutcome, finishWork, startWork, toPaymentItem } from './unit-of-work.ts';
import { findOutcome, findUnmatched } from './unmatched.ts';
import { writeOff } from './write-off.ts';

const DAY_MS = 24 * 3_600_000;
/** Tolerated difference between two clocks. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Stores a decision about a payment, with its audit row. Returns the id of the payment. */
const decide = async (
	acting: Acting,
	payment: Payment,
	decision: Omit<Parameters<typeof addDecision>[1], 'about'>,
	action: AuditAction,
	details: Record<string, unknown>,
) => {
	const about = { kind: 'payment' as const, id: payment.id };
	await addDecision(acting, { about, payment_id: payment.id, ...decision });
	await refreshDecided(acting.trx, payment.id, acting.now);
	recordAudit(acting.trx, acting.context, { action, item: toPaymentItem(payment), details });
	return payment.id;
};

/** Finds the refund or reversal that counts and is on a statement line. */
export const findReturnOfLine = (db: Db, lineId: string) =>
	selectActive(db).where('d.line_id', '=', lineId).where(isAdjustment('d')).executeTakeFirst();

/** Describes a refund or reversal that a person recorded: `refund of KSh 700 that Asha recorded`. */
export const describeTyped = ({
	what,
	amount_shillings,
	actor_name,
}: Pick<StoredDecision, 'what' | 'amount_shillings' | 'actor_name'>) =>
	`${decisionWords[what].toLowerCase()} of KSh ${formatWhole(amount_shillings ?? 0)} that ${actor_name} recorded`;

/** Selects the refunds and reversals `d` without a receipt that no statement line shows. */
export const selectTypedReturns = (db: Db) =>
	selectActive(db)
		.where(isAdjustment('d'))
		.where('d.receipt', 'is', null)
		.where('d.line_id', 'is', null)
		.orderBy('d.id');

/** Locks a completed payment until the transaction ends. Fails with 404, and with 409 if it is not completed. */
const lockCompletedPayment = async (
	{ trx }: Acting,
	id: string,
	what: string,
): Promise<Payment> => {
	const payment = await lockPaymentById(trx, id);
	if (payment.status !== 'completed')
		throw conflict(
			payment.status === 'written_off'
				? 'This payment is written off. Take that back first.'
				: `This payment is ${payment.status}: nothing was paid that could be ${what}.`,
		);
	return payment;
};

const parseMoment = (text: string) => {
	const day = parseDay(text);
	return day === undefined ? Date.parse(text) : getDayStart(day);
};

/** Lists the statement lines with a receipt by which money left, and whether a refund or reversal is about each. */
const listReturnLines = async (trx: Trx, receipt: string) => {
	const rows = await trx
		.selectFrom('statement_lines as l')
		.select(['l.kind', 'l.withdrawn', 'l.linked_receipt'])
		.select((eb) =>
			eb
				.selectFrom('decisions as d')
				.select('d.id')
				.whereRef('d.line_id', '=', 'l.id')
				.where(isAdjustment('d'))
				.as('taken'),
		)
		.where('l.receipt', '=', receipt)
		.where('l.withdrawn', '>', 0)
		.where('l.kind', 'in', ['reversal', 'other'])
		.orderBy('l.identity')
		.execute();
	return rows.map(({ kind, withdrawn, ...line }) => ({
		...line,
		kind: kind === 'reversal' ? ('reversal' as const) : ('refund' as const),
		amount: Math.trunc(Number(withdrawn) / 100),
	}));
};

type Returned = Pick<AdjustmentInput, 'kind' | 'amount'> & { receipt: string };

/**
 * Checks that the receipt of a return is on no payment and no other return, and that a statement line with it is of the same
 * kind and amount. Returns whether such a line names the payment, so that its amount counts already.
 */
const checkReceipt = async (
	{ trx }: Acting,
	payment: Payment,
	{ kind, receipt, amount }: Returned,
) => {
	await lockName(trx, `adjustment:${receipt}`);
	if (await lockPayment(trx, 'receipt', receipt))
		throw invalid('receipt', 'This receipt belongs to a payment; a reversal has its own receipt.');
	const lines = await listReturnLines(trx, receipt);
	const free = lines.filter(({ taken }) => taken === null);
	const same = await selectActive(trx)
		.where('d.receipt', '=', receipt)
		.where(isAdjustment('d'))
		.executeTakeFirst();
	if (same && free.length === 0) throw conflict(`Receipt ${receipt} is already recorded.`);
	const [first] = free;
	if (!first) return false;
	const line = free.find((each) => each.kind === kind && each.amount === amount) ?? first;
	if (line.linked_receipt && line.linked_receipt !== payment.receipt)
		throw invalid(
			'receipt',
			`The statement says that ${receipt} takes back ${line.linked_receipt}.`,
		);
	if (line.kind !== kind)
		throw invalid('kind', `The statement says that ${receipt} is a ${line.kind}.`);
	if (line.amount !== amount)
		throw invalid(
			'amount',
			`The statement says that ${receipt} is of KSh ${formatWhole(line.amount)}.`,
		);
	return line.linked_receipt !== null;
};

/**
 * Records a reversal or refund of a payment, whose status stays. Fails with 404, with 409 if the payment is not completed
 * or the receipt is recorded already, and with 422 if all adjustments are more than was paid, or the time is ahead.
 */
export const adjust = async (
	acting: Acting,
	id: string,
	{ kind, amount, receipt: typed, at, reason }: AdjustmentInput,
	{
		aheadMs = CLOCK_TOLERANCE_MS,
		line_id = null,
	}: { aheadMs?: number; line_id?: string | null } = {},
) => {
	const payment = await lockCompletedPayment(acting, id, 'given back');
	const happened = parseMoment(at);
	const paid = payment.paid_at === null ? fromSeq(payment.seq) : Date.parse(payment.paid_at);
	if (happened > acting.now + aheadMs) throw invalid('at', 'Time must not be in the future');
	if (happened < paid - DAY_MS) throw invalid('at', 'Time must not be before the payment');
	const receipt = typed || null;
	const isCounted =
		receipt !== null && (await checkReceipt(acting, payment, { kind, receipt, amount }));
	const adjusted = toAdjusted(payment);
	const left = payment.amount - adjusted;
	if (!isCounted && amount > left)
		throw invalid(
			'amount',
			adjusted === 0
				? `Amount must be at most KSh ${formatWhole(payment.amount)}, what was paid`
				: `Amount must be at most KSh ${formatWhole(left)}: of KSh ${formatWhole(payment.amount)}, KSh ${formatWhole(adjusted)} were given back already`,
		);
	const happenedAt = new Date(happened).toISOString();
	const decision = {
		what: kind,
		amount_shillings: amount,
		receipt,
		at: happenedAt,
		line_id,
		reason,
	};
	return decide(acting, payment, decision, 'adjust', { kind, amount, receipt, reason });
};

/**
 * Returns the account that a request names by `PRESENT` or the id of a suggestion: `typed-` or `inside-` and a payment's
 * id, `assignment-` and its own id, or `account-` and the account. Fails with 422 if a suggestion has changed.
 */
const findNamedReference = async ({ trx }: Acting, payment: Payment, id: string) => {
	if (id === PRESENT) return payment.assigned_reference ?? payment.account_reference;
	const [, account] = /^account-(.+)$/.exec(id) ?? [];
	if (account) return account;
	if (id === `inside-${payment.id}`) {
		const proposals = (await proposeAccounts(trx, [payment], [])).get(payment.id) ?? [];
		const inside = proposals.find(({ by }) => by === 'inside');
		if (inside) return inside.account_reference;
	}
	const [, typed, assignment] = /^(?:typed-(.+)|assignment-(\d{1,15}))$/.exec(id) ?? [];
	const suggestion = typed
		? await trx
				.selectFrom('payments')
				.select('account_reference')
				.where('id', '=', typed)
				.executeTakeFirst()
		: await trx
				.selectFrom('decisions as d')
				.select('d.account_reference')
				.where('d.id', '=', Number(assignment ?? 0))
				.where('d.what', '=', 'assignment')
				.where('d.withdrawn_at', 'is', null)
				.executeTakeFirst();
	if (!suggestion?.account_reference)
		throw invalid('account_reference', 'This suggestion has changed. Please choose another.');
	return suggestion.account_reference;
};

/** Assigns a payment to an account for a number of months; the typed account stays. Fails with 404, 409, and 422 `unknown_account`. */
export const assign = async (
	acting: Acting,
	id: string,
	{ account_reference: typed, reference_id, months = null, reason }: AssignmentInput,
) => {
	const payment = await lockCompletedPayment(acting, id, 'assigned');
	const account_reference =
		reference_id === undefined ? typed : await findNamedReference(acting, payment, reference_id);
	if (!account_reference) throw invalid('account_reference', 'Account reference is required');
	await requireAccount(acting.trx, 'account_reference', account_reference);
	const entry = { account_reference, months, reason };
	return decide(acting, payment, { what: 'assignment', ...entry }, 'assign', entry);
};

/** Adds a note to a payment of any status. Fails with 404. */
const addNote = async (acting: Acting, id: string, { text }: NoteInput) => {
	const payment = await lockPaymentById(acting.trx, id);
	return decide(acting, payment, { what: 'note', reason: text }, 'note', { note: text });
};

/**
 * Settles the marks of a payment, also that it is possibly paid twice, or a paid request without an account; a later
 * delivery can mark it again. Returns its id. Fails with 404, and with 409 if it has no marks or a delivery needs a decision of its own.
 */
export const settleMarks = async (acting: Acting, paymentId: string, reason: string) => {
	const { trx, context, now } = acting;
	const payment = await lockPaymentById(trx, paymentId);
	const { id } = payment;
	const marks = listMarks(payment, now);
	const isTwice = payment.paid_twice !== null;
	const isPaidRequest = payment.origin === 'stk' && payment.to_assign !== null;
	if (marks.length === 0 && !isTwice && !isPaidRequest)
		throw conflict('This payment has no marks.');
	const work = startWork(trx, now);
	const outcomes: [messageId: number, outcome: string][] = [];
	for (const messageId of await listMarkingMessages(trx, id)) {
		const delivery = await findUnmatched(trx, messageId);
		if (delivery !== undefined && delivery !== 'settled')
			throw conflict('A delivery of this payment needs a decision. Please settle the delivery.');
		outcomes.push([messageId, (await findOutcome(trx, messageId)).outcome]);
		addOutcome(work, { messageId }, 'settled', id);
	}
	const cause = { messageId: null, at: now, context, kind: 'settled' as const, reason };
	addEvent(work, payment, payment.status, cause);
	await finishWork(work);
	const undo = JSON.stringify({ outcomes });
	const decision = { what: 'settled' as const, state_before: payment.status, undo, reason };
	return decide(acting, payment, decision, 'settle', {
		marks: [...marks, ...(isTwice ? ['paid_twice'] : [])].join(', '),
		reason,
	});
};

/** Adds the routes for decisions about a payment: adjustments, assignments, notes and settled marks. */
export const addAdjustmentRoutes = (api: Api, database: Database, now: () => number) => {
	const post = <Body extends z.ZodMiniObject>(
		path: string,
		[operationId, summary]: [id: string, summary: string],
		[status, body]: [200 | 201, Body],
		note: (acting: Acting, id: string, sent: z.infer<Body>) => Promise<string>,
	) =>
		api.post(`/transactions/:id/${path}`, {
			schema: {
				operationId,
				summary,
				description: `${REPEATABLE} ${GUARDED}`,
				body,
				response: { [status]: transactionWithEvidence },
			},
			handler: (request, reply) => {
				const { id } = request.params as { id: string };
				const matches = readIfMatch(request);
				return createOnce(database, request, reply, async (trx, context) => {
					const acting = { trx, context, now: now() };
					if (matches) await checkVersion(acting, id, matches);
					const paymentId = await note(acting, id, request.body as z.infer<Body>);
					const payment = await getPayment(trx, paymentId);
					const data = await withEvidence(trx, payment, acting.now);
					return { status, data, version: computeTransactionTag(data) };
				});
			},
		});
	post(
		'adjustments',
		['createAdjustment', 'Records a reversal or refund of a payment; its status does not change'],
		[201, adjustmentInput],
		adjust,
	);
	post(
		'write-off',
		[
			'writeOffTransaction',
			'Takes a completed payment out of revenue, books and access; it stays listed',
		],
		[201, writeOffInput],
		writeOff,
	);
	post(
		'assignments',
		[
			'createAssignment',
			'Assigns a payment to an account for a number of months; the newest assignment counts',
		],
		[201, assignmentInput],
		assign,
	);
	post('notes', ['createNote', 'Adds a note to a payment'], [201, noteInput], addNote);
	post(
		'settle',
		['settleTransaction', 'Settles the marks of a payment with a reason'],
		[200, markSettlement],
		(acting, id, { reason }) => settleMarks(acting, id, reason),
	);
};
