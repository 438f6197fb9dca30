import { recordAudit } from '../../audit/audit-log.ts';
import { type AuditContext, actorText } from '../../audit-context.ts';
import type { Trx } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { masked } from '../../http/masked.ts';
import { marksOf, openOutcomes } from './marks/store.ts';
import type { Payment } from './store.ts';
import { lockPayment } from './transitions.ts';

/**
 * Has a person say that a marked payment needs no look any more; what is heard of it later marks it
 * again. Fails with 409 where it has no mark.
 */
export const settleMarks = async (
	trx: Trx,
	id: string,
	reason: string,
	by: AuditContext,
	now: number,
) => {
	const payment = (await lockPayment(trx, 'id', id)) as Payment;
	const marks = (await marksOf(trx, [payment], now)).get(id) ?? [];
	if (marks.length === 0) throw new AppError('conflict', 'This payment needs no look.');
	const at = new Date(now).toISOString();
	const open = await openOutcomes(trx, [id]);
	const messages = [...new Set(open.map(({ message_id }) => message_id))];
	if (messages.length > 0)
		await trx
			.insertInto('payment_outcomes')
			.values(
				messages.map((message_id) => ({ message_id, payment_id: id, outcome: 'settled', at })),
			)
			.execute();
	await trx
		.insertInto('payment_events')
		.values({
			payment_id: id,
			at,
			from_status: payment.status,
			to_status: payment.status,
			cause: 'settled',
			message_id: null,
			actor: actorText(by.actor),
			note: reason,
		})
		.execute();
	recordAudit(trx, by, {
		action: 'settle',
		item: {
			kind: 'transaction',
			id,
			name: payment.receipt ?? (payment.phone === null ? null : masked(payment.phone)),
		},
		details: { marks: marks.join(', '), reason: masked(reason) },
	});
	return payment;
};
