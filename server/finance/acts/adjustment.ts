import type { AdjustmentInput } from '#shared/contract/finance/adjustments.ts';
import { getDayStart, parseDay } from '#shared/east-africa-time.ts';
import { formatWhole } from '#shared/grouped.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import type { Trx } from '../../platform/db/database.ts';
import { lockName } from '../../platform/db/engine.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import {
	addDecision,
	findDecision,
	getDecision,
	isAdjustment,
	selectActive,
} from '../decisions/store.ts';
import { type Payment, toAdjusted } from '../payments/store.ts';
import { fromSeq } from '../payments/tables.ts';
import { lockPayment } from '../payments/transitions.ts';
import { decideOnPayment, lockCompletedPayment } from './payment.ts';

const DAY_MS = 24 * 3_600_000;
/** Tolerated difference between two clocks. */
const CLOCK_TOLERANCE_MS = 60_000;

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
	return decideOnPayment(acting, payment, decision, 'adjust', { kind, amount, receipt, reason });
};

/**
 * Records that money is given back which was decided before to be given back, and which is no payment of ours. Returns the
 * id of the decision. Fails with 404, and with 409 if the money is given back already.
 */
export const giveBack = async (
	acting: Acting,
	id: string,
	{ kind, amount, receipt, at, reason }: AdjustmentInput,
) => {
	const { trx, context } = acting;
	await lockName(trx, `decision:${id}`);
	const owed = await getDecision(trx, Number(id) || 0);
	if (owed.what !== 'to_return' || owed.withdrawn_at !== null)
		throw conflict('This money is not waiting to be given back.');
	const about = { kind: 'decision' as const, id: String(owed.id) };
	if (await findDecision(trx, about)) throw conflict('This money is already given back.');
	const given = { amount_shillings: amount, receipt: receipt || null, reason };
	recordAudit(trx, context, {
		action: 'adjust',
		item: { kind: 'statement_line', id: owed.about_id, name: owed.receipt },
		details: { kind, amount, receipt, reason },
	});
	const happenedAt = new Date(parseMoment(at)).toISOString();
	return addDecision(acting, { about, what: kind, at: happenedAt, ...given });
};
