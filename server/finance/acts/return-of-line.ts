import { sql } from 'kysely';
import type { About, ActInput } from '#shared/contract/finance/acts.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { describeTyped, findReturnOfLine, selectTypedReturns } from '../decisions/returns.ts';
import { findDecision, type StoredDecision } from '../decisions/store.ts';
import { isReversalLine } from '../payments/payment-facts.ts';
import { lockPayment, lockPaymentById } from '../payments/transitions.ts';
import {
	decide,
	givesBack,
	isReversal,
	lockItem,
	toWholeShillings,
} from '../reconciliation/line-items.ts';
import type { StatementLineRow } from '../reconciliation/tables.ts';
import { adjust } from './adjustment.ts';

/** Upper bound of the time by which M-Pesa's clock may be ahead of ours. */
const AHEAD_MS = 24 * 3_600_000;

/** Fails with 409 if a refund or reversal records the money of a line. */
const requireFree = async ({ trx }: Acting, { id }: StatementLineRow) => {
	if (await findReturnOfLine(trx, id))
		throw conflict('This line is recorded as a refund. Take that back first.');
};

/** Says that a line is the same money as a refund or reversal that a person recorded; it counts once, with the line's amount. */
const joinReturn = async (
	acting: Acting,
	line: StatementLineRow,
	typed: StoredDecision | undefined,
	reason: string,
) => {
	if (!givesBack(line)) throw conflict('This line gave no money back.');
	if (!typed) throw invalid('decision', 'This refund or reversal is no longer open.');
	const payment = await lockPaymentById(acting.trx, typed.payment_id as string);
	if (line.linked_receipt !== null && line.linked_receipt !== payment.receipt)
		throw conflict(`The statement says that it takes back ${line.linked_receipt}.`);
	await requireFree(acting, line);
	const what = { what: 'same' as const, payment_id: payment.id, same_as: typed.id, reason };
	return decide(acting, line.id, line.receipt, what);
};

const getOnly = <Item>(items: readonly Item[], field: string, message: string): Item => {
	const [only, more] = items;
	if (!only || more) throw invalid(field, message);
	return only;
};

/** Finds the line that a decision `same` is about: of a payment, the only one that no decision records. */
const findLineOf = async ({ trx }: Acting, about: About, line_id: string | undefined) => {
	if (about.kind === 'line') return about.id;
	if (line_id) return line_id;
	const payment = await lockPaymentById(trx, about.id);
	const lines = await trx
		.selectFrom('statement_lines as l')
		.select('l.id')
		.where('l.linked_receipt', '=', payment.receipt)
		.where(sql<boolean>`${isReversalLine}`)
		.execute();
	const free: string[] = [];
	for (const { id } of lines) if (!(await findReturnOfLine(trx, id))) free.push(id);
	return getOnly(free, 'line_id', 'Choose the line of the statement');
};

/**
 * Says that a statement line and a refund or reversal that was recorded without a receipt are the same money. Returns the
 * id of the decision. Without `decision`, the only one of the payment is meant. Fails with 404, 409 and 422.
 */
export const saySame = async (acting: Acting, about: About, input: ActInput<'same'>) => {
	const { line } = await lockItem(acting, await findLineOf(acting, about, input.line_id));
	if (!line) throw invalid('about', 'This is not a line of a statement');
	const typed = selectTypedReturns(acting.trx);
	if (input.decision !== undefined)
		return joinReturn(
			acting,
			line,
			await typed.where('d.id', '=', input.decision).executeTakeFirst(),
			input.reason,
		);
	const payment =
		about.kind === 'payment'
			? about.id
			: (await lockPayment(acting.trx, 'receipt', line.linked_receipt ?? ''))?.id;
	const all = payment ? await typed.where('d.payment_id', '=', payment).execute() : [];
	const only = getOnly(all, 'decision', 'Choose the refund or reversal that this is');
	return joinReturn(acting, line, only, input.reason);
};

/**
 * Records the money that a line gave back as a refund or reversal of the payment, with the line's receipt. If a person
 * recorded one without a receipt before, the caller must say whether that is the same money (422).
 */
export const attachReturn = async (
	acting: Acting,
	line: StatementLineRow,
	paymentId: string,
	{ same, reason }: { same?: number | null | undefined; reason: string },
) => {
	if (line.linked_receipt !== null)
		throw conflict(`The statement says that it takes back ${line.linked_receipt}.`);
	if (await findDecision(acting.trx, { kind: 'line', id: line.id }))
		throw conflict('This line already has a decision. Take it back first.');
	await requireFree(acting, line);
	const typed = await selectTypedReturns(acting.trx)
		.where('d.payment_id', '=', paymentId)
		.execute();
	if (same) {
		const chosen = typed.find(({ id }) => id === same);
		return joinReturn(acting, line, chosen, reason);
	}
	if (same === undefined && typed.length > 0)
		throw invalid(
			'same',
			`Say whether this is the same money as the ${typed.map(describeTyped).join(', or the ')} without a receipt`,
		);
	const { receipt, completed_at: at } = line;
	const amount = toWholeShillings(line.withdrawn);
	const kind = isReversal(line) ? 'reversal' : 'refund';
	// M-Pesa's clock may be ahead, as in imports.
	const input = { kind, amount, receipt, at, reason } as const;
	return adjust(acting, paymentId, input, { aheadMs: AHEAD_MS, line_id: line.id });
};
