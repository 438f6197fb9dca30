import type { Acting } from '../../api/acting.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { conflict } from '../../errors.ts';
import { masked } from '../../http/masked.ts';
import { auditItem } from './audit.ts';
import { lookBeside } from './beside/store.ts';
import { marksOf } from './marks/store.ts';
import { holdPayment } from './transitions.ts';
import { addEvent, addOutcome, finishWork, startWork } from './unit-of-work.ts';

/**
 * Has a person say that a marked payment needs no look any more; what is heard of it later marks it
 * again. Resolves to its id. Fails with 404, and with 409 where it has no mark.
 */
export const settleMarks = async ({ trx, by, now }: Acting, asked: string, reason: string) => {
	const payment = await holdPayment(trx, asked);
	const { id } = payment;
	const beside = await lookBeside(trx, [payment]);
	const marks = (await marksOf(trx, [payment], beside, now)).get(id) ?? [];
	if (marks.length === 0) throw conflict('This payment needs no look.');
	const work = startWork(trx, now);
	const open = (beside.get(id) ?? []).filter(({ what }) => what === 'outcome');
	for (const messageId of new Set(open.map(({ n }) => n)))
		addOutcome(work, { messageId }, 'settled', id);
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
