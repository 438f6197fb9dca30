import type { TransactionWithEvidence } from '#shared/contract/finance/evidence.ts';
import { formatReported } from '#shared/contract/finance/settlements.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { formatCount } from '#shared/grouped.ts';
import { formatMoney } from '../../platform/ui/format/money.ts';

/** The fields of a delivery that people look for; undefined where the delivery lacks them. */
interface DeliveryFields {
	receipt?: string;
	amount?: string;
	phone?: string;
	reference?: string;
	request?: string;
	result?: string;
	shortCode?: string;
	payer?: string;
	/** M-Pesa's time: `20261031235959`. */
	time?: string;
}

/** The fields by their names in Daraja's confirmations and in the items of its callbacks. */
const names: Record<string, keyof DeliveryFields> = {
	TransID: 'receipt',
	MpesaReceiptNumber: 'receipt',
	TransAmount: 'amount',
	Amount: 'amount',
	MSISDN: 'phone',
	PhoneNumber: 'phone',
	BillRefNumber: 'reference',
	CheckoutRequestID: 'request',
	ResultDesc: 'result',
	BusinessShortCode: 'shortCode',
	FirstName: 'payer',
	MiddleName: 'payer',
	LastName: 'payer',
	TransTime: 'time',
	TransactionDate: 'time',
};

const readText = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const collect = (value: unknown, fields: DeliveryFields): void => {
	if (typeof value !== 'object' || value === null) return;
	const item = value as Record<string, unknown>;
	const named = typeof item.Name === 'string' ? { [item.Name]: item.Value } : item;
	for (const [name, inner] of Object.entries(named)) {
		const field = names[name];
		const text = readText(inner);
		if (field === 'payer' && text) fields.payer = [fields.payer, text].filter(Boolean).join(' ');
		else if (field && text) fields[field] ??= text;
		collect(inner, fields);
	}
};

/** Reads the fields of a delivery's body; returns none if the body is not JSON. */
export const readDeliveryFields = (body: string): DeliveryFields => {
	const fields: DeliveryFields = {};
	try {
		collect(JSON.parse(body), fields);
	} catch {
		return {};
	}
	return fields;
};

/** Returns the amount that M-Pesa reported, in shillings with cents; null if it is unreadable. */
export const readAmount = (body: string) => {
	const { amount } = readDeliveryFields(body);
	return amount && /^\d{1,9}(\.\d+)?$/.test(amount) ? Number(amount) : null;
};

/** Returns the amount and months that we requested; null for a payment without a request. */
const getRequestedTerms = ({
	checkout_request_id,
	amount,
	months,
}: Pick<Transaction, 'checkout_request_id' | 'amount' | 'months'>) =>
	checkout_request_id === null ? null : { amount, months };

/** Returns the amount that we asked for if another one was paid and opens no months yet; else undefined. */
export const findUnpaidRequest = (payment: Transaction | TransactionWithEvidence) => {
	if (!('evidence' in payment) || payment.months !== null) return undefined;
	const sent = payment.evidence.find(({ kind }) => kind === 'push_request');
	const asked = sent && readAmount(sent.body);
	return asked && asked !== payment.amount ? asked : undefined;
};

/** Returns the reported amount next to the requested one; undefined if they are equal or nothing was requested. */
const compareAmounts = ({
	body,
	requested,
}: {
	body: string;
	requested: ReturnType<typeof getRequestedTerms>;
}) => {
	const amount = readAmount(body);
	return requested && amount !== requested.amount
		? `${formatReported(amount && Math.floor(amount), requested.amount)}${requested.months ? ` for ${formatCount(requested.months, 'month')}` : ''}.`
		: undefined;
};

/** Returns the amount and receipt that a delivery of a payment reports; empty if it reports neither. */
export const readReport = (
	{ body }: { body: string },
	transaction: Parameters<typeof getRequestedTerms>[0],
) => {
	const { receipt } = readDeliveryFields(body);
	const amount = readAmount(body);
	const amounts =
		compareAmounts({ body, requested: getRequestedTerms(transaction) }) ??
		(amount === null ? '' : `M-Pesa reported ${formatMoney(amount)}.`);
	return [amounts, receipt && `Receipt ${receipt}.`].filter(Boolean).join(' ');
};
