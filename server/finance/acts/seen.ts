import { toAccountKey } from '#shared/account.ts';
import type { About } from '#shared/contract/finance/acts.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { addDecision, findDecision } from '../decisions/store.ts';
import { listChangesSince } from '../periods/changes-since-closing.ts';
import { settleMarks } from './payment.ts';

/** Fails with 404 unless an account was closed by the upgrade. */
const requireClosedAccount = async ({ trx }: Acting, account: string) => {
	const row = await trx
		.selectFrom('accounts')
		.select('account')
		.where('account', '=', account)
		.where('closed_at', 'is not', null)
		.executeTakeFirst();
	if (!row) throw notFound('Account');
	return { kind: 'account' as const, id: account, name: account };
};

/** Finds a change of a closed month by its id, `2026-10:` and more. Fails with 404. */
const findChange = async ({ trx }: Acting, id: string) => {
	const month = id.slice(0, 7);
	const row = await trx
		.selectFrom('periods')
		.selectAll()
		.where('month', '=', month)
		.where('state', '=', 'closed')
		.executeTakeFirst();
	const changes = row ? await listChangesSince(trx, row) : [];
	if (!changes.some((change) => change.id === id)) throw notFound('Change');
	return { kind: 'period' as const, id: month, name: month };
};

/**
 * Takes an entry off To check that needs nothing more: the marks of a payment, an account that the upgrade closed, or a change
 * of a closed month. Returns the id of the decision. Fails with 404, and with 409 if it was seen before.
 */
export const markSeen = async (acting: Acting, about: About, reason: string) => {
	const { trx, context } = acting;
	if (about.kind === 'payment') return settleMarks(acting, about.id, reason);
	const isAccount = about.kind === 'account';
	const id = isAccount ? (toAccountKey(about.id) ?? '') : about.id;
	const item = await (isAccount ? requireClosedAccount(acting, id) : findChange(acting, id));
	const subject = { kind: about.kind, id };
	const before = await findDecision(trx, subject, 'seen');
	if (before) throw conflict(`${before.actor_name} has already seen this.`);
	recordAudit(trx, context, { action: 'settle', item, details: { as: 'seen', about: id, reason } });
	return addDecision(acting, { about: subject, what: 'seen', reason });
};
