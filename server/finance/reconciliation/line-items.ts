import type { DecisionKind } from '#shared/contract/finance/decisions.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { isId, lockName } from '../../platform/db/engine.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { addDecision, findDecision, type StoredDecision } from '../decisions/store.ts';
import { refreshDecided } from '../payments/refresh.ts';
import { findPayment } from '../payments/store.ts';
import { formatCents } from './reasons.ts';
import type { StatementLineRow } from './tables.ts';

/** Returns an amount in cents as whole shillings, rounded down. Fails with 409 below one shilling. */
export const toWholeShillings = (amount: number) => {
	if (amount < 100)
		throw conflict(
			`Payments are whole shillings, and this line is of ${formatCents(amount)}. Please decide about it.`,
		);
	return Math.floor(amount / 100);
};

/**
 * Locks an item against other decisions: a line, or a payment by its id or the id of one that was merged into it. Fails
 * with 404.
 */
export const lockItem = async ({ trx }: Acting, named: string) => {
	if (!isId(named)) throw notFound('Line');
	await lockName(trx, `reconciliation:${named}`);
	const line = await trx
		.selectFrom('statement_lines')
		.selectAll()
		.where('id', '=', named)
		.executeTakeFirst();
	if (line) return { id: named, line };
	const payment = await findPayment(trx, named);
	if (!payment) throw notFound('Line');
	if (payment.id !== named) await lockName(trx, `reconciliation:${payment.id}`);
	return { id: payment.id, payment };
};

/** Stores a decision about a line, or about a payment without a line. Returns its id. Fails with 409 if there is one. */
export const decide = async (
	acting: Acting,
	id: string,
	receipt: string | null,
	what: { what: DecisionKind; payment_id: string | null; reason: string } & Partial<
		Pick<StoredDecision, 'undo' | 'same_as'>
	>,
) => {
	const { trx, context } = acting;
	const about = { kind: 'line' as const, id };
	if (await findDecision(trx, about))
		throw conflict('This line already has a decision. Take it back first.');
	const decision = await addDecision(acting, { about, receipt, ...what });
	const { what: as, payment_id: payment, reason } = what;
	await refreshDecided(trx, payment, acting.now);
	recordAudit(trx, context, {
		action: 'settle',
		item: { kind: 'statement_line', id, name: receipt },
		details: { as, ...(payment && payment !== id && { payment }), reason },
	});
	return decision;
};

/** Returns whether a line took a payment back. */
export const isReversal = ({ kind, paid_in }: StatementLineRow) =>
	kind === 'reversal' && paid_in === 0;
/** Returns whether a line paid money out: not a charge, a reversal or a transfer between our accounts. */
const isPaidOut = ({ kind, withdrawn }: StatementLineRow) => kind === 'other' && withdrawn > 0;
/** Returns whether a person must say why a line gave money back. */
export const needsReason = (line: StatementLineRow) =>
	isPaidOut(line) || (isReversal(line) && line.linked_receipt === null);
/** Returns whether a line gave money to a payer. */
export const givesBack = (line: StatementLineRow) => isReversal(line) || isPaidOut(line);
