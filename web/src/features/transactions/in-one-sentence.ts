import { resultCode, whoActs } from '#shared/contract/result-codes.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { plainDay } from './formats.ts';

const paid = ({ mpesa_receipt_number: receipt, end_date: until }: Transaction) => {
	if (receipt === null) return 'Paid, as M-Pesa says; its receipt has not arrived yet.';
	return until === null ? 'Paid.' : `Paid until ${plainDay(until)}.`;
};

/** What became of a payment, and who must act on it; `awaited` while the payer has a prompt on their phone. */
export const inOneSentence = (payment: Transaction, awaited: boolean) => {
	const { status, result_code, result_desc } = payment;
	if (status === 'completed') return paid(payment);
	if (awaited) return 'The payer has been asked. What they decide shows here by itself.';
	const known = resultCode(result_code, result_desc);
	const meaning = known?.meaning ?? result_desc;
	if (status === 'failed') return `${meaning ?? 'We do not know the reason'}. ${whoActs(known)}`;
	return `Not decided yet. ${meaning ? `M-Pesa’s last word: ${meaning}.` : 'M-Pesa has not said what became of it.'}`;
};
