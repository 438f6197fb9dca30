import type { Acting } from '../../api/acting.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { conflict } from '../../errors.ts';
import { masked } from '../../http/masked.ts';
import { auditItem } from './audit.ts';
import { lookBeside } from './beside/store.ts';
import { marksOf } from './marks/store.ts';
import { findUnmatched } from './strays/store.ts';
import { holdPayment } from './transitions.ts';
import { addEvent, addOutcome, finishWork, startWork } from './unit-of-work.ts';

/**
 * Settles the marks of a payment that no waiting delivery has made; a later delivery marks it again. Resolves to its
 * id. Fails with 404, and with 409 where it has no mark or a delivery needs a decision of its own.
 */
export const settleMarks = async ({ trx, by, now }: Acting, asked: string, reason: string) => {
	const payment = await holdPayment(trx, asked);
	const { id } = payment;
	const beside = await lookBeside(trx, [payment]);
	const marks = (await marksOf(trx, [payment], beside, now)).get(id) ?? [];
	if (marks.length === 0) throw conflict('This payment needs no look.');
	const work = startWork(trx, now);
	const open = (beside.get(id) ?? []).filter(({ what }) => what === 'outcome');
	for (const messageId of new Set(open.map(({ n }) => n))) {
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
		details: { marks: marks.join(', '), reason: masked(reason) },
	});
	return id;
};
