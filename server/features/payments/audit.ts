import type { AuditAction, AuditValues } from '#shared/contract/audit.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { Actor, AuditContext } from '../../audit-context.ts';
import type { Trx } from '../../db/database.ts';
import { masked } from '../../http/masked.ts';
import type { Payment } from './store.ts';

/** Safaricom, whose words move payments. */
const MPESA: Actor = { kind: 'system', id: 'mpesa', name: 'M-Pesa' };

/** What a delivery of M-Pesa does that came from an address. */
export const byMpesa = (address: string | null): AuditContext => ({
	actor: MPESA,
	requestId: null,
	address,
});

/** What of a payment is written down as it is; the rest of it is of no concern to an auditor. */
const PLAIN = [
	'status',
	'amount',
	'receipt',
	'months',
	'result_code',
	'start_date',
	'end_date',
	'paid_at',
] as const;
/** What is written down as far as it tells one from another. */
const MASKED = [
	'phone',
	'account_reference',
	'description',
	'checkout_request_id',
	'merchant_request_id',
	'result_desc',
] as const;

const valuesOf = (payment: Payment): AuditValues => ({
	...Object.fromEntries(PLAIN.map((name) => [name, payment[name]])),
	...Object.fromEntries(
		MASKED.map((name) => [name, payment[name] === null ? null : masked(payment[name])]),
	),
});

/** The values of these names under a key; nothing where there are none. */
const under = (key: 'before' | 'after', values: AuditValues | undefined, wanted: string[]) =>
	values && wanted.length > 0
		? { [key]: Object.fromEntries(wanted.map((name) => [name, values[name] ?? null])) }
		: {};

/** Writes down what happened to a payment: what it was, what it is, and why. */
export const recordPayment = (
	trx: Trx,
	by: AuditContext,
	action: AuditAction,
	{ before, after }: { before?: Payment; after?: Payment },
	details?: Record<string, unknown>,
) => {
	const payment = (after ?? before) as Payment;
	const was = before && valuesOf(before);
	const is = after && valuesOf(after);
	const told = [...PLAIN, ...MASKED].filter(
		(name) => (was?.[name] ?? null) !== (is?.[name] ?? null),
	);
	recordAudit(trx, by, {
		action,
		item: {
			kind: 'transaction',
			id: payment.id,
			name: payment.receipt ?? (payment.phone === null ? null : masked(payment.phone)),
		},
		...under('before', was, told),
		...under('after', is, told),
		...(details && { details }),
	});
};
