import { parseMpesaTime } from '#shared/east-africa-time.ts';

/** The contents of an STK callback. Everything except the id and the code may be missing. */
export interface StkResult {
	checkoutRequestId: string;
	merchantRequestId: string | null;
	code: string;
	text: string | null;
	/** Whole shillings; null if missing or unreadable. */
	amount: number | null;
	/** Whether the amount has cents. */
	cents: boolean;
	receipt: string | null;
	/** Time of the payment in milliseconds, by M-Pesa's clock. */
	paidAt: number | null;
	phone: string | null;
}

/** The contents of a paybill confirmation. */
export interface Confirmation {
	receipt: string;
	amount: number | null;
	cents: boolean;
	/** The type of transaction, such as `Pay Bill`. */
	type: string | null;
	paidAt: number | null;
	/** Unchanged: often masked or hashed, so it cannot be joined on. */
	phone: string | null;
	reference: string | null;
	/** First, middle and last name, as far as present. */
	payerName: string | null;
	/** The payee: a paybill, a till, or the store that a till belongs to. */
	shortCode: string | null;
	/** Whether `OrgAccountBalance` is present and empty, as in a validation request. */
	hasEmptyBalance: boolean;
}

type Json = Record<string, unknown>;

const TEXT_MAX = 500;
const NAME_MAX = 200;

const isObject = (value: unknown): value is Json =>
	value !== null && typeof value === 'object' && !Array.isArray(value);

const readOwn = (value: unknown, name: string): unknown =>
	isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Converts text or a number to text that every database accepts; null for anything else and for empty text. */
const toText = (value: unknown) => {
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

/**
 * Reads an amount such as `1500`, `1500.0` or `"1500.00"`: positive whole shillings, or null, and whether there are
 * cents.
 */
const parseShillings = (value: unknown) => {
	const written = typeof value === 'number' ? String(value) : toText(value);
	const [, whole, cents = ''] = /^(\d{1,9})(\.\d+)?$/.exec(written ?? '') ?? [];
	const amount = Number(whole ?? 0);
	return { amount: amount > 0 ? amount : null, cents: /[1-9]/.test(cents) };
};

const toReceipt = (value: unknown) => toText(value)?.toUpperCase().slice(0, 64) ?? null;

const parseTime = (value: unknown) => parseMpesaTime(toText(value) ?? '') ?? null;

const joinNames = (sent: unknown) => {
	const names = ['FirstName', 'MiddleName', 'LastName'].map(
		(field) => toText(readOwn(sent, field)) ?? '',
	);
	return toText(names.join(' ').replace(/\s+/g, ' ').slice(0, NAME_MAX));
};

/** Returns a code as text: callbacks send numbers, queries send strings, and some codes are words. */
export const toCodeText = (value: unknown) => {
	const code = toText(value);
	return code !== null && /^\d+(\.0+)?$/.test(code) ? String(Number(code)) : code;
};

const parse = (body: Buffer): unknown => {
	try {
		return JSON.parse(body.toString('utf8').replace(/^\ufeff/, ''));
	} catch {
		return undefined;
	}
};

/** Reads an STK callback; undefined for any other body. Items come in any order, with or without a value. */
export const readStkCallback = (body: Buffer): StkResult | undefined => {
	const callback = readOwn(readOwn(parse(body), 'Body'), 'stkCallback');
	const checkoutRequestId = toText(readOwn(callback, 'CheckoutRequestID'));
	const code = toCodeText(readOwn(callback, 'ResultCode'));
	if (checkoutRequestId === null || code === null) return undefined;
	const items = readOwn(readOwn(callback, 'CallbackMetadata'), 'Item');
	const item = (name: string) =>
		Array.isArray(items)
			? readOwn(
					items.find((entry) => readOwn(entry, 'Name') === name),
					'Value',
				)
			: undefined;
	return {
		checkoutRequestId,
		merchantRequestId: toText(readOwn(callback, 'MerchantRequestID')),
		code,
		text: toText(readOwn(callback, 'ResultDesc')),
		...parseShillings(item('Amount')),
		receipt: toReceipt(item('MpesaReceiptNumber')),
		paidAt: parseTime(item('TransactionDate')),
		phone: toText(item('PhoneNumber')),
	};
};

/** Reads a paybill confirmation; undefined without a receipt. */
export const readConfirmation = (body: Buffer): Confirmation | undefined => {
	const sent = parse(body);
	const receipt = toReceipt(readOwn(sent, 'TransID'));
	if (receipt === null) return undefined;
	const balance = readOwn(sent, 'OrgAccountBalance');
	return {
		receipt,
		...parseShillings(readOwn(sent, 'TransAmount')),
		type: toText(readOwn(sent, 'TransactionType')),
		paidAt: parseTime(readOwn(sent, 'TransTime')),
		phone: toText(readOwn(sent, 'MSISDN')),
		reference: toText(readOwn(sent, 'BillRefNumber')),
		payerName: joinNames(sent),
		shortCode: toText(readOwn(sent, 'BusinessShortCode')),
		hasEmptyBalance: balance !== undefined && toText(balance) === null,
	};
};

/** What a delivery says about a payment. */
type Delivery = Pick<StkResult, 'receipt' | 'amount' | 'paidAt' | 'phone'> &
	Pick<Confirmation, 'reference' | 'payerName'>;

/** Returns what a delivery says about a payment; undefined if the delivery cannot be read. */
export const readDelivery = (kind: string, body: Buffer): Delivery | undefined => {
	if (kind === 'c2b') return readConfirmation(body);
	const result = readStkCallback(body);
	return result && { ...result, reference: null, payerName: null };
};

const DAY_MS = 24 * 3_600_000;

/**
 * Returns what is stored of a delivery that arrived at a moment (milliseconds): a time more than a day ahead is none
 * (decision 0143).
 */
export const readMessageFacts = (kind: string, body: Buffer, arrivedAt: number) => {
	const { receipt = null, amount = null, paidAt = null } = readDelivery(kind, body) ?? {};
	const isPlausible = paidAt !== null && paidAt <= arrivedAt + DAY_MS;
	return { receipt, amount, paid_at: isPlausible ? new Date(paidAt).toISOString() : null };
};

/** Returns the key of a delivery: the CheckoutRequestID or the receipt. */
export const readKey = (kind: 'stk' | 'c2b', body: Buffer) =>
	kind === 'stk'
		? (readStkCallback(body)?.checkoutRequestId ?? null)
		: (readConfirmation(body)?.receipt ?? null);
