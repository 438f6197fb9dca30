import type { AuditAction } from '#shared/contract/platform/audit.ts';
import { formatEastAfricaTime } from '#shared/east-africa-time.ts';
import { formatWhole } from '#shared/grouped.ts';
import type { Acting } from '../../platform/api/acting.ts';
import type { Db } from '../../platform/db/database.ts';
import { stale } from '../../platform/errors.ts';
import { withEvidence } from './evidence.ts';
import { computeTransactionTag } from './store.ts';
import { lockPaymentById } from './transitions.ts';

type Details = Partial<Record<'kind' | 'reason' | 'account_reference', string>> & {
	amount?: number;
};

/** Texts of audit rows about a payment, without the name of the actor. */
const words: Partial<Record<AuditAction, (details: Details) => string>> = {
	adjust: ({ kind, amount }) =>
		`recorded a ${kind ?? 'refund'}${amount ? ` of KSh ${formatWhole(amount)}` : ''}`,
	assign: ({ account_reference }) =>
		account_reference ? `assigned it to ${account_reference}` : 'assigned it',
	note: () => 'added a note',
	settle: () => 'decided about it',
	restore: () => 'took back an entry',
	check: () => 'asked M-Pesa for its result',
};

/** Describes the last change of a payment by the audit trail: who, what and when. */
const describeLastChange = async (db: Db, id: string) => {
	const row = await db
		.selectFrom('audit_log')
		.select(['at', 'action', 'actor_name', 'details'])
		.where('item_id', '=', id)
		.where('item_kind', '=', 'transaction')
		.where('action', 'not in', ['reveal', 'search'])
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst();
	if (!row) return undefined;
	const say = words[row.action as AuditAction] ?? (() => 'changed it');
	const [day, time] = formatEastAfricaTime(Date.parse(row.at)).split('T') as [string, string];
	const today = formatEastAfricaTime(Date.now()).slice(0, 10);
	const when = day === today ? `at ${time.slice(0, 5)}` : `on ${day} at ${time.slice(0, 5)}`;
	return `${row.actor_name} ${say(JSON.parse(row.details ?? '{}') as Details)} ${when}.`;
};

/**
 * Locks a payment and checks that it is as the caller last read it. Fails with 412, saying who did what, and with 404.
 */
export const checkVersion = async (
	{ trx, now }: Acting,
	id: string,
	matches: (version: string) => boolean,
) => {
	const payment = await lockPaymentById(trx, id);
	const data = await withEvidence(trx, payment, now);
	const tag = computeTransactionTag(data);
	if (matches(tag)) return;
	const last = await describeLastChange(trx, payment.id);
	throw stale('payment', data, tag, last && `This payment has changed: ${last}`);
};
