import { resultCode, whoActs } from '#shared/contract/result-codes.ts';
import { reportedWords } from '#shared/contract/settlements.ts';
import { settlements } from '#shared/contract/strays.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { ksh } from '../../ui/money.ts';
import { isOver, plainDay, quoted } from './formats.ts';

/** Describes a completed payment: the end of its subscription, and refunds. */
const paidInOneSentence = (payment: Transaction) => {
	const { mpesa_receipt_number: receipt, end_date: until, amount, adjusted } = payment;
	if (receipt === null) return 'Paid. M-Pesa has not sent the receipt yet.';
	if (adjusted >= amount) return 'Paid, and refunded in full.';
	const back = adjusted > 0 ? `; ${ksh(adjusted)} refunded` : '';
	if (until === null)
		return `${payment.to_assign === null ? 'Paid' : 'Paid, not assigned'}${back}.`;
	return `Paid until ${plainDay(until)}${isOver(until) ? ', expired' : ''}${back}.`;
};

/** Describes the state of a payment for the clerk, and who must act; `awaited` as in `sayThis`. */
export const inOneSentence = (payment: Transaction, awaited: boolean) => {
	const { status, result_code, result_desc } = payment;
	const { reported, amount, mpesa_receipt_number: receipt } = payment;
	if (reported && (status !== 'completed' || receipt === null))
		return `${reportedWords(reported.amount, amount)}.${reported.settlement ? ` Settled: ${settlements[reported.settlement.as]}.` : ''}`;
	if (status === 'completed') return paidInOneSentence(payment);
	if (awaited) return 'Request sent. The result will appear here automatically.';
	const known = resultCode(result_code, result_desc);
	const meaning = known?.meaning ?? result_desc;
	if (status === 'failed') {
		if (known || !result_desc) return `${meaning ?? 'Reason unknown'}. ${whoActs(known)}`;
		return `Not paid. M-Pesa says: ${quoted(result_desc)}`;
	}
	return `No result yet. ${meaning ? `Last message from M-Pesa: ${meaning}.` : 'M-Pesa has not answered.'}`;
};
