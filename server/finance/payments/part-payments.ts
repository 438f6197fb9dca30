import { sql } from 'kysely';
import { toAccountKey } from '#shared/account.ts';
import type { AssignmentsInput } from '#shared/contract/finance/accounts.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import { formatMessageDay } from '#shared/east-africa-time.ts';
import { formatCount, formatWhole } from '#shared/grouped.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import type { Db } from '../../platform/db/database.ts';
import { toSqlList } from '../../platform/db/engine.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { addDecision, selectActive } from '../decisions/store.ts';
import { findPlan } from './access.ts';
import { requireAccount } from './accounts.ts';
import { isExistingAccount } from './existing-accounts.ts';
import { refreshPayments } from './refresh.ts';
import { type Payment, paymentColumns, UNREQUESTED_ORIGINS } from './store.ts';
import { fromSeq } from './tables.ts';
import { lockPaymentById } from './transitions.ts';
import { type ActingWithPlans, toPaymentItem } from './unit-of-work.ts';

/** Payments that are tried with one, and how many of them together. */
const TRIED = 8;
const OTHERS_MAX = 3;

/** Selects payments that can be parts of a plan: nothing of them was given back, and they open nothing. */
const selectParts = (db: Db) =>
	db
		.selectFrom('payments')
		.select([...paymentColumns, 'account'])
		.where('status', '=', 'completed')
		.where('uncounted', 'in', ['no_plan', 'unassigned'])
		.where('returned_shillings', '=', 0);

const sumAmounts = (payments: readonly Pick<Payment, 'amount'>[]) =>
	payments.reduce((sum, { amount }) => sum + amount, 0);

/** Lists the combinations of some items, the smallest first. */
const listCombinations = <Item>(items: readonly Item[], size: number): Item[][] =>
	size === 0
		? [[]]
		: items.flatMap((item, at) =>
				listCombinations(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]),
			);

/** Proposes other payments for the same account that make the price of a plan together with a payment. */
export const proposeParts = async (db: Db, payment: Payment, plans: readonly Plan[]) => {
	const reference = payment.assigned_reference ?? payment.account_reference;
	const account = toAccountKey(reference);
	if (reference === null || account === null || !(await isExistingAccount(db, account))) return [];
	const parts = await selectParts(db)
		.where('account', '=', account)
		.where('origin', 'in', [...UNREQUESTED_ORIGINS])
		.orderBy('seq', 'desc')
		.limit(TRIED + 1)
		.execute();
	if (!parts.some(({ id }) => id === payment.id)) return [];
	const others = parts.filter(({ id }) => id !== payment.id);
	for (let size = 1; size <= OTHERS_MAX; size++)
		for (const some of listCombinations(others, size)) {
			const plan = findPlan(plans, sumAmounts([payment, ...some]));
			if (!plan) continue;
			const list = some.map(
				({ amount, seq }) => `KSh ${formatWhole(amount)} of ${formatMessageDay(fromSeq(seq))}`,
			);
			return [
				{
					act: 'assignment' as const,
					text: `With ${list.join(' and ')}: ${formatCount(plan.months, 'month')}.`,
					account_reference: reference,
					months: plan.months,
					ids: [payment.id, ...some.map(({ id }) => id)],
				},
			];
		}
	return [];
};

/** Finds what more would make the price of a plan together with the payments of an account that wait; null without any. */
export const findMissing = async (db: Db, account: string, plans: readonly Plan[]) => {
	const parts = await selectParts(db)
		.where('account', '=', account)
		.where('origin', 'in', [...UNREQUESTED_ORIGINS])
		.limit(TRIED)
		.execute();
	const sum = sumAmounts(parts);
	const next = plans.toSorted((a, b) => a.amount - b.amount).find(({ amount }) => amount > sum);
	return sum > 0 && next ? { months: next.months, amount: next.amount - sum } : null;
};

/**
 * Finds the account of part payments, and the plan whose price they make. Fails with 422 for payments of several accounts or
 * that cannot be parts, and if no plan has that price.
 */
export const checkParts = async (
	db: Db,
	{ ids, account_reference: named, months = null }: AssignmentsInput,
	plans: readonly Plan[],
) => {
	const parts = await selectParts(db)
		.where(sql<boolean>`id in ${toSqlList(db, ids)}`)
		.orderBy('seq', 'desc')
		.execute();
	const [newest] = parts;
	if (!newest || parts.length < 2 || parts.length < new Set(ids).size)
		throw invalid('ids', 'Part payments are two or more completed payments that open nothing yet');
	const reference = named ?? newest.assigned_reference ?? newest.account_reference ?? '';
	if (named === undefined && parts.some(({ account }) => account !== newest.account))
		throw invalid('ids', 'These payments are for several accounts. Please name the account');
	await requireAccount(db, 'account_reference', reference);
	const sum = sumAmounts(parts);
	const plan = findPlan(plans, sum);
	if (!plan) throw invalid('ids', `KSh ${formatWhole(sum)} together is not the price of a plan`);
	if (months !== null && months !== plan.months)
		throw invalid('months', `KSh ${formatWhole(sum)} is ${formatCount(plan.months, 'month')}`);
	return { parts, reference, months: plan.months };
};

/** Returns whether payments are exactly the parts of one plan. */
const isTogether = async (db: Db, ids: readonly string[]) => {
	const rows = await selectActive(db)
		.innerJoin('payments as p', 'p.assignment_id', 'd.id')
		.where('p.id', 'in', [...ids])
		.execute();
	const [first] = rows;
	return (
		!!first?.together &&
		rows.length === new Set(ids).size &&
		rows.every(({ together }) => together === first.together)
	);
};

/** Assigns part payments to their account: the newest gets the months, the others count with it. Does it once. */
export const assignTogether = async (acting: ActingWithPlans, input: AssignmentsInput) => {
	const { trx, context, now } = acting;
	const ids = [...new Set(input.ids)].sort();
	for (const id of ids) await lockPaymentById(trx, id);
	if (await isTogether(trx, ids)) return;
	const { parts, reference, months } = await checkParts(trx, input, acting.plans ?? []);
	let lead: number | null = null;
	for (const part of parts) {
		const decision = { account_reference: reference, months: lead === null ? months : null };
		const id = await addDecision(acting, {
			about: { kind: 'payment', id: part.id },
			what: 'assignment',
			payment_id: part.id,
			...decision,
			together: lead,
			reason: input.reason,
		});
		lead ??= id;
		recordAudit(trx, context, {
			action: 'assign',
			item: toPaymentItem(part),
			details: { ...decision, together: formatWhole(sumAmounts(parts)), reason: input.reason },
		});
	}
	await trx.updateTable('decisions').set({ together: lead }).where('id', '=', lead).execute();
	const updated_at = new Date(now).toISOString();
	await trx.updateTable('payments').set({ updated_at }).where('id', 'in', ids).execute();
	await refreshPayments(trx, ids, now);
};

/** Finds the assignments that make a plan together with one, unless it is withdrawn. Fails with 409 if one was assigned again. */
export const listUnchangedParts = async (db: Db, assignment: number) => {
	const found = await selectActive(db)
		.innerJoin('payments as p', 'p.id', 'd.payment_id')
		.select(['p.assignment_id', 'p.receipt as paid'])
		.where('d.together', 'in', (eb) =>
			eb.selectFrom('decisions').select('together').where('id', '=', assignment),
		)
		.execute();
	const changed = found.find(({ id, assignment_id }) => assignment_id !== id);
	if (changed)
		throw new AppError('changed', `Someone else changed the assignment of ${changed.paid}.`);
	return found;
};
