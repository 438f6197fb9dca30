import { formatMpesaTime } from '#shared/east-africa-time.ts';
import { formatReceiptDay } from '#shared/receipts.ts';
import { resultTexts } from '../../server/finance/mpesa/result-texts.ts';
import type { Behaviour } from './behaviour.ts';

/** An accepted prompt. */
export interface Prompted {
	checkoutRequestId: string;
	merchantRequestId: string;
	/** The body of the push request. */
	sent: Record<string, unknown>;
	behaviour: Behaviour;
	receipt: string;
	/** When the payer decided, in milliseconds. */
	decidedAt: number | undefined;
}

/** Returns a receipt for a moment: its first three characters encode the day, the rest is a counter. */
export const makeReceipt = (ms: number, number: number) =>
	formatReceiptDay(ms) + (number % 36 ** 7).toString(36).toUpperCase().padStart(7, '0');

export const makeCheckoutId = (ms: number, number: number, phone: string) => {
	const time = formatMpesaTime(ms);
	const date = time.slice(6, 8) + time.slice(4, 6) + time.slice(0, 4) + time.slice(8);
	return `ws_CO_${date}${String(number % 1000).padStart(3, '0')}${phone.slice(3)}`;
};

const maskPhone = (phone: string) => `${phone.slice(0, 4)} ***** ${phone.slice(-3)}`;

/** Returns the callback of a prompt as documented: metadata only on success. */
export const buildCallback = (prompt: Prompted, now: number) => {
	const { behaviour, sent } = prompt;
	const result = behaviour.result ?? 0;
	const phone = String(sent.PhoneNumber);
	const items = [
		{ Name: 'Amount', Value: behaviour.amount ?? sent.Amount },
		{ Name: 'MpesaReceiptNumber', Value: prompt.receipt },
		{ Name: 'Balance' },
		{ Name: 'TransactionDate', Value: Number(formatMpesaTime(prompt.decidedAt ?? now)) },
		...(behaviour.phone === 'absent'
			? []
			: [
					{
						Name: 'PhoneNumber',
						Value: behaviour.phone === 'masked' ? maskPhone(phone) : Number(phone),
					},
				]),
	].filter(({ Name }) => !behaviour.without?.includes(Name));
	return {
		Body: {
			stkCallback: {
				MerchantRequestID: prompt.merchantRequestId,
				CheckoutRequestID: prompt.checkoutRequestId,
				ResultCode: result,
				ResultDesc: behaviour.resultDesc ?? resultTexts[String(result)] ?? 'Unknown',
				...(result === 0 && { CallbackMetadata: { Item: items } }),
			},
		},
	};
};

/** Returns a paybill confirmation, in which every value is text. */
export const buildConfirmation = (fields: {
	receipt: string;
	amount: number | string;
	at: number;
	phone: string;
	reference: string;
	shortCode?: string;
}) => ({
	TransactionType: 'Pay Bill',
	TransID: fields.receipt,
	TransTime: formatMpesaTime(fields.at),
	TransAmount: typeof fields.amount === 'number' ? fields.amount.toFixed(2) : fields.amount,
	BusinessShortCode: fields.shortCode ?? '174379',
	BillRefNumber: fields.reference,
	InvoiceNumber: '',
	OrgAccountBalance: '1245000.00',
	ThirdPartyTransID: '',
	MSISDN: /^254\d{9}$/.test(fields.phone) ? maskPhone(fields.phone) : fields.phone,
	FirstName: 'JANE',
	MiddleName: '',
	LastName: '',
});
