import type { AuditValues } from '#shared/contract/audit.ts';
import type { AuditAction } from '#shared/contract/audit-query.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { Actor, AuditContext } from '../../audit-context.ts';
import type { Trx } from '../../db/database.ts';
import type { Payment } from './store.ts';

/** Safaricom, whose deliveries change payments. */
const MPESA: Actor = { kind: 'system', id: 'mpesa', name: 'M-Pesa' };

/** Returns the audit context of a delivery from an address. */
export const byMpesa = (address: string | null): AuditContext => ({
	actor: MPESA,
	requestId: null,
	address,
});

/** Fields of a payment in the audit trail. */
const FIELDS = [
	'status',
	'amount',
	'receipt',
	'months',
	'result_code',
	'start_date',
	'end_date',
	'paid_at',
	'phone',
	'account_reference',
	'description',
	'checkout_request_id',
	'merchant_request_id',
	'result_desc',
] as const;

/** Returns a payment as an audit row names it. */
export const auditItem = ({ id, receipt, phone }: Payment) => ({
	kind: 'transaction' as const,
	id,
	name: receipt ?? phone,
});

/** Records a change of a payment in the audit trail: its changed fields before and after, and details. */
export const recordPayment = (
	trx: Trx,
	by: AuditContext,
	action: AuditAction,
	{ before, after }: { before?: Payment; after?: Payment },
	details?: Record<string, unknown>,
) => {
	const changed = FIELDS.filter((name) => (before?.[name] ?? null) !== (after?.[name] ?? null));
	const only = (payment: Payment): AuditValues =>
		Object.fromEntries(changed.map((name) => [name, payment[name]]));
	recordAudit(trx, by, {
		action,
		item: auditItem((after ?? before) as Payment),
		...(before && changed.length > 0 && { before: only(before) }),
		...(after && changed.length > 0 && { after: only(after) }),
		...(details && { details }),
	});
};
