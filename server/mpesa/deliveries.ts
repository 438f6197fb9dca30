import { parseMpesaTime } from '#shared/east-africa-time.ts';

/** What an STK callback says. Everything but the id and the code may be missing. */
export interface StkResult {
	checkoutRequestId: string;
	merchantRequestId: string | null;
	code: string;
	text: string | null;
	/** Whole shillings; null where none is named that can be read. */
	amount: number | null;
	/** Whether cents come with them. */
	cents: boolean;
	receipt: string | null;
	/** The moment of the payment in milliseconds, by M-Pesa's clock. */
	paidAt: number | null;
	phone: string | null;
}

/** What a paybill confirmation says. */
export interface Confirmation {
	receipt: string;
	amount: number | null;
	cents: boolean;
	/** What kind of transaction it is, such as `Pay Bill`. */
	type: string | null;
	paidAt: number | null;
	/** As it came: often masked or hashed, and nothing to join on. */
	phone: string | null;
	reference: string | null;
	/** First, middle and last name, as far as it has them. */
	payerName: string | null;
	/** Who was paid: a paybill, a till, or the store that a till belongs to. */
	shortCode: string | null;
	/** Whether `OrgAccountBalance` is there and empty, as in a validation request. */
	hasEmptyBalance: boolean;
}

type Json = Record<string, unknown>;

const TEXT_MAX = 500;
const NAME_MAX = 200;

const isObject = (value: unknown): value is Json =>
	value !== null && typeof value === 'object' && !Array.isArray(value);

const own = (value: unknown, name: string): unknown =>
	isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Text or a number as text that any database takes; null for nothing and for anything else. */
const text = (value: unknown) => {
	if (typeof value !== 'string' && typeof value !== 'number') return null;
	const clean = String(value)
		.toWellFormed()
		// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what goes
		.replace(/[\u0000-\u001f\u007f]/g, ' ')
		.trim()
		.slice(0, TEXT_MAX)
		.toWellFormed();
	return clean === '' ? null : clean;
};

/** `1500`, `1500.0`, `"1500.00"`: positive whole shillings and whether there are cents, or it is no amount. */
const shillings = (value: unknown) => {
	const written = typeof value === 'number' ? String(value) : text(value);
	const [, whole, cents = ''] = /^(\d{1,9})(\.\d+)?$/.exec(written ?? '') ?? [];
	const amount = Number(whole ?? 0);
	return { amount: amount > 0 ? amount : null, cents: /[1-9]/.test(cents) };
};

const receiptOf = (value: unknown) => text(value)?.toUpperCase().slice(0, 64) ?? null;

const timeOf = (value: unknown) => parseMpesaTime(text(value) ?? '') ?? null;

const nameOf = (sent: unknown) => {
	const names = ['FirstName', 'MiddleName', 'LastName'].map(
		(field) => text(own(sent, field)) ?? '',
	);
	return text(names.join(' ').replace(/\s+/g, ' ').slice(0, NAME_MAX));
};

/** A code as text: the callback sends numbers, the query strings, and some codes are words. */
export const codeText = (value: unknown) => {
	const code = text(value);
	return code !== null && /^\d+(\.0+)?$/.test(code) ? String(Number(code)) : code;
};

const parse = (body: Buffer): unknown => {
	try {
		return JSON.parse(body.toString('utf8').replace(/^\ufeff/, ''));
	} catch {
		return undefined;
	}
};

/** Reads an STK callback; undefined where it is none. Items come in any order, with or without a value. */
export const readStkCallback = (body: Buffer): StkResult | undefined => {
	const callback = own(own(parse(body), 'Body'), 'stkCallback');
	const checkoutRequestId = text(own(callback, 'CheckoutRequestID'));
	const code = codeText(own(callback, 'ResultCode'));
	if (checkoutRequestId === null || code === null) return undefined;
	const items = own(own(callback, 'CallbackMetadata'), 'Item');
	const item = (name: string) =>
		Array.isArray(items)
			? own(
					items.find((entry) => own(entry, 'Name') === name),
					'Value',
				)
			: undefined;
	return {
		checkoutRequestId,
		merchantRequestId: text(own(callback, 'MerchantRequestID')),
		code,
		text: text(own(callback, 'ResultDesc')),
		...shillings(item('Amount')),
		receipt: receiptOf(item('MpesaReceiptNumber')),
		paidAt: timeOf(item('TransactionDate')),
		phone: text(item('PhoneNumber')),
	};
};

/** Reads a paybill confirmation; undefined where it names no receipt. */
export const readConfirmation = (body: Buffer): Confirmation | undefined => {
	const sent = parse(body);
	const receipt = receiptOf(own(sent, 'TransID'));
	if (receipt === null) return undefined;
	const balance = own(sent, 'OrgAccountBalance');
	return {
		receipt,
		...shillings(own(sent, 'TransAmount')),
		type: text(own(sent, 'TransactionType')),
		paidAt: timeOf(own(sent, 'TransTime')),
		phone: text(own(sent, 'MSISDN')),
		reference: text(own(sent, 'BillRefNumber')),
		payerName: nameOf(sent),
		shortCode: text(own(sent, 'BusinessShortCode')),
		hasEmptyBalance: balance !== undefined && text(balance) === null,
	};
};

/** What a delivery speaks of: the CheckoutRequestID or the receipt. */
export const keyOf = (kind: 'stk' | 'c2b', body: Buffer) =>
	kind === 'stk'
		? (readStkCallback(body)?.checkoutRequestId ?? null)
		: (readConfirmation(body)?.receipt ?? null);
