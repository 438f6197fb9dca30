import type { AuditValues } from '#shared/contract/audit.ts';
import type { AuditAction } from '#shared/contract/audit-query.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { Actor, AuditContext } from '../../audit-context.ts';
import type { Trx } from '../../db/database.ts';
import { masked } from '../../http/masked.ts';
import type { Payment } from './store.ts';

/** Safaricom, whose deliveries change payments. */
const MPESA: Actor = { kind: 'system', id: 'mpesa', name: 'M-Pesa' };

/** Returns the audit context of a delivery from an address. */
export const byMpesa = (address: string | null): AuditContext => ({
	actor: MPESA,
	requestId: null,
	address,
});

/** Fields of a payment that the audit trail has as they are. */
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
/** Fields of which the audit trail has only the last digits of long numbers. */
const MASKED = [
	'phone',
	'account_reference',
	'description',
	'checkout_request_id',
	'merchant_request_id',
	'result_desc',
] as const;

const NAMES = [...PLAIN, ...MASKED];

const valuesOf = (payment: Payment): AuditValues => ({
	...Object.fromEntries(PLAIN.map((name) => [name, payment[name]])),
	...Object.fromEntries(
		MASKED.map((name) => [name, payment[name] === null ? null : masked(payment[name])]),
	),
});

/** Returns a payment as an audit row names it. */
export const auditItem = ({ id, receipt, phone }: Payment) => ({
	kind: 'transaction' as const,
	id,
	name: receipt ?? (phone === null ? null : masked(phone)),
});

/** Records a change of a payment in the audit trail: its changed fields before and after, and details. */
export const recordPayment = (
	trx: Trx,
	by: AuditContext,
	action: AuditAction,
	{ before, after }: { before?: Payment; after?: Payment },
	details?: Record<string, unknown>,
) => {
	const was = before && valuesOf(before);
	const is = after && valuesOf(after);
	const changed = NAMES.filter((name) => (was?.[name] ?? null) !== (is?.[name] ?? null));
	const only = (values: AuditValues) =>
		Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
	recordAudit(trx, by, {
		action,
		item: auditItem((after ?? before) as Payment),
		...(was && changed.length > 0 && { before: only(was) }),
		...(is && changed.length > 0 && { after: only(is) }),
		...(details && { details }),
	});
};
