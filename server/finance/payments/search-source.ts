import { NAMED, type SearchHit } from '#shared/contract/content/search.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { shownStatusWords } from '#shared/contract/finance/transactions-query.ts';
import { foldCase } from '#shared/contract/platform/fields.ts';
import { formatWhole } from '#shared/grouped.ts';
import { readPhone } from '#shared/phone.ts';
import { findReceipts } from '#shared/receipts.ts';
import type { Source } from '../../content/search/sources.ts';
import { listTransactions } from './list.ts';
import { findPayment, withMarks } from './store.ts';

const HASHED = /^[0-9a-f]{64}$/;

/** Returns a search hit for a payment: its receipt, and a line with payer, amount and status. */
const toPaymentHit = (payment: Transaction): SearchHit => {
	const { id, mpesa_receipt_number, phone_number, amount, status } = payment;
	const phone = phone_number && HASHED.test(phone_number) ? 'Phone hidden by M-Pesa' : phone_number;
	return {
		id,
		kind: 'payments',
		path: [],
		published: null,
		name: mpesa_receipt_number ?? (status === 'pending' ? 'No receipt yet' : 'No receipt'),
		note: [phone, `KSh ${formatWhole(amount)}`, shownStatusWords[status]]
			.filter(Boolean)
			.join(' · '),
	};
};

const isNamed = (text: string) => {
	const [receipts, phone] = [findReceipts(text), readPhone(text)];
	const same = (value: string | null) => value?.toLowerCase() === text.toLowerCase();
	return (payment: Transaction) =>
		receipts.includes(payment.mpesa_receipt_number ?? '') ||
		(phone !== undefined && payment.phone_number === phone) ||
		[payment.mpesa_receipt_number, payment.phone_number].some(same) ||
		[payment.checkout_request_id, payment.merchant_request_id].some(same);
};

/** Searches payments as their own list does, and by id. `hides` limits the search to the visible digits of phones. */
export const createPaymentSource = (now: () => number, hides: boolean): Source => {
	const kind = 'payments';
	const find: Source['find'] = async (db, text) => {
		const payment = await findPayment(db, foldCase(text));
		if (payment) {
			const found = await withMarks(db, [payment], now());
			return { kind, rank: 'exact', total: 1, items: found.map(toPaymentHit) };
		}
		const page = { limit: NAMED, offset: 0 };
		const { data, ...count } = await listTransactions(db, { search: text }, page, {
			now: now(),
			hides,
		});
		if (data.length === 0) return undefined;
		const rank = data.some(isNamed(text)) ? 'exact' : 'contains';
		return { kind, rank, ...count, items: data.map(toPaymentHit) };
	};
	return { kind, needs: 'payments:read', find };
};
