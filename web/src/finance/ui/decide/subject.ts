import type { About } from '#shared/contract/finance/acts.ts';
import type { TransactionWithEvidence } from '#shared/contract/finance/evidence.ts';
import type { ReconciliationLine } from '#shared/contract/finance/reconciliation.ts';
import type { ToCheckItem, ToCheckSuggestion } from '#shared/contract/finance/to-check.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { formatMoney } from '../../../platform/ui/format/money.ts';

/** A payment, a line or a message as forms of decisions need it. */
export interface Subject {
	about: About;
	/** Amount and receipt: `KSh 600 UKE3RJ2H0`. */
	name: string;
	/** Amount, receipt and payer. */
	title: string;
	/** When its money moved; null if a decision changes no figure of a month. */
	at: string | null;
	/** Shillings. */
	amount: number | null;
	suggestions: readonly ToCheckSuggestion[];
	/** What is known of the payment that it is, or that it names. */
	payment?: Pick<Transaction, 'id' | 'amount'> &
		Partial<Pick<Transaction, 'adjusted' | 'account_reference' | 'assigned_reference' | 'months'>>;
	/** The outcome of a message, and what we asked for. */
	message?: Pick<NonNullable<ToCheckItem['message']>, 'outcome' | 'requested'>;
	line?: ReconciliationLine;
	/** Whether a payment can be left as it is, with a reason; true without a value. */
	canBeLeft?: boolean;
	receipt: string | null;
}

const describe = (amount: number | null, receipt: string | null, payer: readonly unknown[]) => {
	const money = amount === null ? '' : formatMoney(amount);
	return {
		name: [money, receipt].filter(Boolean).join(' '),
		title: [money, receipt, ...payer].filter(Boolean).join(' · '),
		receipt,
	};
};

const findAbout = (item: ToCheckItem): About => {
	const { kind, delivery_id, line_id, change_id, transaction_id: id } = item;
	if (kind === 'to_give_back' && id === null)
		return { kind: 'decision', id: String(item.decision_id) };
	if (kind === 'unmatched') return { kind: 'delivery', id: String(delivery_id) };
	if (change_id !== null) return { kind: 'change', id: change_id };
	if (id !== null) return { kind: 'payment', id };
	if (line_id !== null) return { kind: 'line', id: line_id };
	return kind === 'expected'
		? { kind: 'receipt', id: item.receipt ?? '' }
		: { kind: 'account', id: item.account ?? '' };
};

/** Returns an entry of To check as the subject of a decision. */
export const toSubject = (item: ToCheckItem): Subject => {
	const { amount, receipt, payer, phone, account, transaction_id: id, message } = item;
	return {
		about: findAbout(item),
		...describe(amount, receipt, [payer, phone, account]),
		at: item.kind === 'changed_after_closing' ? null : item.at,
		amount,
		suggestions: item.suggestions,
		...(id !== null &&
			item.kind !== 'unmatched' && {
				payment: { id, amount: amount ?? 0, account_reference: account },
			}),
		...(message && { message }),
		canBeLeft: item.acts.includes('seen'),
	};
};

/** Returns the amount of a line in shillings: paid in, withdrawn (negative), or the amount in our records. */
export const getLineAmount = ({ paid_in, withdrawn, transaction }: ReconciliationLine) =>
	paid_in || (withdrawn ? -withdrawn : (transaction?.amount ?? 0));

/** Returns the known name, phone and account of the payer: 'Jane · 0712… · A1'. */
export const formatPayer = ({ payer_name, phone, account_reference }: ReconciliationLine) =>
	[payer_name, phone, account_reference].filter(Boolean).join(' · ');

/** Returns a line of a month as the subject of a decision. */
export const lineToSubject = (line: ReconciliationLine): Subject => {
	const { transaction } = line;
	return {
		about: { kind: 'line', id: line.id },
		...describe(getLineAmount(line), line.receipt, [formatPayer(line)]),
		at: line.at,
		// The difference, if a line and its payment differ.
		amount:
			line.state === 'amount_differs'
				? Math.abs(Math.round((line.counts.in - line.counts.books) * 100)) / 100
				: getLineAmount(line),
		suggestions: [],
		...(transaction && { payment: { id: transaction.id, amount: transaction.amount } }),
		line,
	};
};

/** Returns a payment as the subject of a decision. */
export const paymentToSubject = (payment: Transaction): Subject => ({
	about: { kind: 'payment', id: payment.id },
	...describe(payment.amount, payment.mpesa_receipt_number, [payment.payer_name]),
	at: payment.paid_at ?? payment.created_at,
	amount: payment.amount,
	suggestions: [],
	payment,
});

/** Returns a message about a payment as the subject of a decision. */
export const messageToSubject = (
	{ id, outcomes, at }: TransactionWithEvidence['evidence'][number],
	{ amount, months, checkout_request_id }: Transaction,
	reported: number | null,
): Subject => ({
	about: { kind: 'delivery', id: String(id) },
	...describe(reported, null, []),
	at,
	amount: reported,
	suggestions: [],
	message: {
		outcome: outcomes.at(-1)?.outcome ?? '',
		requested: checkout_request_id === null ? null : { amount, months },
	},
});
