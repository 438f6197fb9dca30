import type { ActInput } from '#shared/contract/finance/acts.ts';
import { expectedReceiptInput } from '#shared/contract/finance/receipts.ts';
import { formatWhole } from '#shared/grouped.ts';
import { readPhone } from '#shared/phone.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { lockName } from '../../platform/db/engine.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { addDecision, findDecision } from '../decisions/store.ts';

/**
 * Records a receipt that a caller named as expected. Returns the id of the decision. Fails with 422 for a text that is no
 * receipt, and with 409 if a payment has the receipt or the receipt is recorded already.
 */
export const recordExpectedReceipt = async (
	acting: Acting,
	named: string,
	{ phone_number, amount = null, reason }: ActInput<'expected'>,
) => {
	const { trx, context } = acting;
	const read = expectedReceiptInput.shape.receipt.safeParse(named);
	if (!read.success) throw invalid('about', read.error.issues[0]?.message ?? '');
	const receipt = read.data;
	await lockName(trx, `receipt:${receipt}`);
	const payment = await trx
		.selectFrom('payments')
		.select(['id', 'amount'])
		.where('receipt', '=', receipt)
		.executeTakeFirst();
	if (payment)
		throw conflict(`A payment of KSh ${formatWhole(payment.amount)} has the receipt ${receipt}.`, {
			data: { transaction_id: payment.id },
		});
	const about = { kind: 'receipt' as const, id: receipt };
	if (await findDecision(trx, about))
		throw conflict(`Receipt ${receipt} is already recorded as expected.`);
	const phone = readPhone(phone_number ?? '') ?? null;
	const expected = { what: 'awaited' as const, receipt, phone, amount_shillings: amount, reason };
	const id = await addDecision(acting, { about, ...expected });
	recordAudit(trx, context, {
		action: 'create',
		item: { kind: 'awaited_receipt', id: String(id), name: receipt },
		after: { receipt, phone, amount, reason },
	});
	return id;
};
