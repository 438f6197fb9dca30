import { type AssignmentInput, PRESENT } from '#shared/contract/finance/adjustments.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { invalid } from '../../platform/errors.ts';
import { requireAccount } from '../payments/accounts.ts';
import { proposeAccounts } from '../payments/proposals.ts';
import type { Payment } from '../payments/store.ts';
import { decideOnPayment, lockCompletedPayment } from './payment.ts';

/**
 * Returns the account that a request names by `PRESENT` or the id of a suggestion: `typed-` or `inside-` and a payment's
 * id, `assignment-` and its own id, or `account-` and the account. Fails with 422 if a suggestion has changed.
 */
const findNamedReference = async ({ trx }: Acting, payment: Payment, id: string) => {
	if (id === PRESENT) return payment.assigned_reference ?? payment.account_reference;
	const [, account] = /^account-(.+)$/.exec(id) ?? [];
	if (account) return account;
	if (id === `inside-${payment.id}`) {
		const proposals = (await proposeAccounts(trx, [payment], [])).get(payment.id) ?? [];
		const inside = proposals.find(({ by }) => by === 'inside');
		if (inside) return inside.account_reference;
	}
	const [, typed, assignment] = /^(?:typed-(.+)|assignment-(\d{1,15}))$/.exec(id) ?? [];
	const suggestion = typed
		? await trx
				.selectFrom('payments')
				.select('account_reference')
				.where('id', '=', typed)
				.executeTakeFirst()
		: await trx
				.selectFrom('decisions as d')
				.select('d.account_reference')
				.where('d.id', '=', Number(assignment ?? 0))
				.where('d.what', '=', 'assignment')
				.where('d.withdrawn_at', 'is', null)
				.executeTakeFirst();
	if (!suggestion?.account_reference)
		throw invalid('account_reference', 'This suggestion has changed. Please choose another.');
	return suggestion.account_reference;
};

/** Assigns a payment to an account for a number of months; the typed account stays. Returns the id of the decision. Fails with 404, 409, and 422 `unknown_account`. */
export const assign = async (
	acting: Acting,
	id: string,
	{ account_reference: typed, reference_id, months = null, reason }: AssignmentInput,
) => {
	const payment = await lockCompletedPayment(acting, id, 'assigned');
	const account_reference =
		reference_id === undefined ? typed : await findNamedReference(acting, payment, reference_id);
	if (!account_reference) throw invalid('account_reference', 'Account reference is required');
	await requireAccount(acting.trx, 'account_reference', account_reference);
	const entry = { account_reference, months, reason };
	return decideOnPayment(acting, payment, { what: 'assignment', ...entry }, 'assign', entry);
};
