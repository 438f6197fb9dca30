import { randomUUIDv7 } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Insertable, Selectable } from 'kysely';
import { toWireCode } from '#shared/contract/finance/result-codes.ts';
import {
	type EventCause,
	type Transaction,
	transaction,
} from '#shared/contract/finance/transactions.ts';
import { maskPhonesIn } from '#shared/hidden-phones.ts';
import { splitIntoPortions } from '#shared/portions.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { isId, listIds } from '../../platform/db/engine.ts';
import { runInChunks } from '../../platform/db/in-chunks.ts';
import { notFound } from '../../platform/errors.ts';
import { computeTag } from '../../platform/http/etag.ts';
import { listMarks } from './conditions.ts';
import { type Change, countChanges } from './figures.ts';
import { computeFirstState } from './payment-state.ts';
import { refreshPayments } from './refresh.ts';
import { fromSeq, type PaymentRow, pickTie, toSeq } from './tables.ts';
import { readReported } from './unmatched.ts';
import { computeValidity } from './validity.ts';

export type Payment = Pick<Selectable<PaymentRow>, (typeof paymentColumns)[number]>;

/** Fields of a new payment; the others are null. */
export type NewPayment = Pick<Payment, 'origin' | 'status' | 'amount'> &
	Partial<
		Omit<Insertable<PaymentRow>, 'seq' | 'updated_at' | 'search_key' | 'search_shown' | 'account'>
	>;

/** Columns of a payment without its search keys. */
export const paymentColumns = [
	'seq',
	'id',
	'origin',
	'status',
	'amount',
	'phone',
	'receipt',
	'checkout_request_id',
	'merchant_request_id',
	'account_reference',
	'payer_name',
	'description',
	'months',
	'result_code',
	'result_desc',
	'paid_at',
	'start_date',
	'end_date',
	'requested_by',
	'version',
	'updated_at',
	'merged_into',
	'received_at',
	'returned_shillings',
	'over_returned',
	'assignment_id',
	'assigned_reference',
	'assigned_months',
	'written_off',
	'to_assign',
	'uncounted',
	'marks',
	'unresolved_at',
	'reported_message',
	'paid_twice',
] as const satisfies readonly (keyof PaymentRow)[];

/** Origins of payments without a request of ours; such a payment can turn out to be the money of a request. */
export const UNREQUESTED_ORIGINS: readonly Payment['origin'][] = ['c2b', 'statement'];

/** Selects payments without their search keys. */
export const selectPayments = (db: Db) => db.selectFrom('payments').select(paymentColumns);

/** Reads payments by their ids, in any number. */
export const readPayments = async (db: Db, ids: readonly string[]) => {
	const payments: Payment[] = [];
	await runInChunks(ids, async (part) => {
		payments.push(...(await selectPayments(db).where('id', 'in', part).execute()));
	});
	return payments;
};

/** Returns how a payment counts in the figures. */
export const toChange = (payment: Payment, sign: Change['sign']): Change => ({
	at: fromSeq(payment.seq),
	status: payment.status,
	amount: payment.amount,
	sign,
});

const NOTHING = Object.fromEntries(paymentColumns.map((column) => [column, null]));

const completeRow = (payment: NewPayment, seq: number, now: number) => {
	const at = new Date(now).toISOString();
	const own = { version: 1, updated_at: at, id: payment.id ?? randomUUIDv7() };
	const row = { ...NOTHING, ...own, ...payment, seq } as Payment;
	return { ...row, ...computeFirstState(row, at) };
};

const TRIES = 5;

/**
 * Inserts a payment at a moment (in milliseconds), without counting it. If all numbers of a millisecond are taken, the next
 * millisecond is tried: M-Pesa's times are whole seconds.
 */
export const insertPayment = async (trx: Trx, payment: NewPayment, at: number, now: number) => {
	const id = payment.id ?? randomUUIDv7();
	for (let tried = 0; ; tried++) {
		const seq = toSeq(at + Math.floor(tried / TRIES), pickTie());
		const row = completeRow({ ...payment, id }, seq, now);
		const { numInsertedOrUpdatedRows: inserted } = await trx
			.insertInto('payments')
			.values(row)
			.onConflict((conflict) => conflict.column('seq').doNothing())
			.executeTakeFirstOrThrow();
		if (inserted === 1n) return row;
	}
};

/**
 * Stores many payments, each at its moment, with figures and the first row of their history. At most 1,024 payments can
 * share a millisecond.
 */
export const storePayments = async (
	trx: Trx,
	payments: readonly (readonly [payment: NewPayment, at: number])[],
	cause: EventCause,
) => {
	const rows = payments.map(([payment, at], n) => completeRow(payment, toSeq(at, n % 1024), at));
	for (const some of splitIntoPortions(rows)) {
		await trx.insertInto('payments').values(some).execute();
		await trx
			.insertInto('payment_events')
			.values(
				some.map(({ id, seq, status }) => ({
					payment_id: id,
					at: new Date(fromSeq(seq)).toISOString(),
					from_status: null,
					to_status: status,
					cause,
					message_id: null,
					actor: null,
					note: null,
				})),
			)
			.execute();
	}
	await countChanges(
		trx,
		rows.map((row) => toChange(row, 1)),
	);
	await refreshPayments(trx, listIds(rows), Date.parse(rows.at(-1)?.updated_at ?? ''));
	return rows;
};

/** Returns the whole shillings that were given back of a payment, at most its amount. */
export const toAdjusted = ({ amount, returned_shillings }: Payment) =>
	Math.min(amount, returned_shillings);

/** Returns months and dates of a payment: those of its newest assignment, if that has months, else its own. */
export const toValidity = (row: Payment) => {
	const paidAt = row.paid_at === null ? fromSeq(row.seq) : Date.parse(row.paid_at);
	return {
		months: row.assigned_months ?? row.months,
		start_date: row.start_date,
		end_date: row.end_date,
		...computeValidity(row.assigned_months, paidAt, row.start_date),
	};
};

/** Returns a payment as the API shows it, with its marks as of `now` (milliseconds), but not what M-Pesa reported. */
export const toFields = (row: Payment, now: number) => {
	const created_at = new Date(fromSeq(row.seq)).toISOString();
	return {
		id: row.id,
		created_at,
		updated_at: row.updated_at,
		received_at: row.received_at ?? created_at,
		paid_at: row.paid_at,
		status: row.status,
		amount: row.amount,
		mpesa_receipt_number: row.receipt,
		phone_number: row.phone,
		checkout_request_id: row.checkout_request_id,
		merchant_request_id: row.merchant_request_id,
		result_code: toWireCode(row.result_code),
		result_desc: row.result_desc,
		...toValidity(row),
		account_reference: row.account_reference,
		payer_name: row.payer_name,
		description: row.description,
		assigned_reference: row.assigned_reference,
		adjusted: toAdjusted(row),
		given_back: row.returned_shillings,
		written_off: row.written_off,
		to_assign: row.to_assign,
		marks: listMarks(row, now),
		paid_twice: row.paid_twice,
	};
};

/** Returns payments as the API shows them, in the given order. */
export const withMarks = async (
	db: Db,
	payments: readonly Payment[],
	now: number,
): Promise<Transaction[]> => {
	const isReported = ({ reported_message }: Payment) => reported_message !== null;
	const reported = await readReported(db, listIds(payments.filter(isReported)));
	return payments.map((row) => ({
		...toFields(row, now),
		reported: reported.get(row.id) ?? null,
	}));
};

/**
 * Returns the `ETag` of a transaction, computed from its own fields: entries and statements change it without a new
 * version of the row. Computed from masked phones, so that it is the same for all callers and reveals no number.
 */
export const computeTransactionTag = (item: Transaction) => {
	const own = Object.keys(transaction.shape) as (keyof Transaction)[];
	return computeTag(maskPhonesIn(Object.fromEntries(own.map((field) => [field, item[field]]))));
};

/** Finds a payment by its id; for one that was merged into another, that other. */
export const findPayment = async (db: Db, id: string): Promise<Payment | undefined> => {
	if (!isId(id)) return undefined;
	const payment = await selectPayments(db).where('id', '=', id).executeTakeFirst();
	return payment?.merged_into ? findPayment(db, payment.merged_into) : payment;
};

/** Finds a payment like `findPayment`, or fails with 404. */
export const getPayment = async (db: Db, id: string) => {
	const payment = await findPayment(db, id);
	if (!payment) throw notFound('Transaction');
	return payment;
};

/** Returns whether a payment has one of the ids that M-Pesa gave a request. */
export const isRequestKnown = async (
	db: Db,
	ids: { checkoutRequestId?: string | null; merchantRequestId: string | null },
) =>
	(await db
		.selectFrom('payments')
		.select('id')
		.where((eb) =>
			eb.or([
				eb('checkout_request_id', '=', ids.checkoutRequestId ?? null),
				eb('merchant_request_id', '=', ids.merchantRequestId),
			]),
		)
		.executeTakeFirst()) !== undefined;

/** Returns when payments were completed, by our clock. */
export const readCompletionTimes = async (db: Db, ids: readonly string[]) => {
	const times = new Map<string, string>();
	await runInChunks(ids, async (part) => {
		const rows = await db
			.selectFrom('payment_events')
			.select(['payment_id', ({ fn }) => fn.min('at').as('at')])
			.where('payment_id', 'in', part)
			.where('to_status', '=', 'completed')
			.groupBy('payment_id')
			.execute();
		for (const { payment_id, at } of rows) times.set(payment_id, at);
	});
	return times;
};

/** Reads the number of a row in the address of a request, or fails with 404. */
export const readRowId = ({ params }: FastifyRequest, what: string, name = 'id') => {
	const text = (params as Record<string, string>)[name] ?? '';
	if (!/^\d{1,15}$/.test(text)) throw notFound(what);
	return Number(text);
};
