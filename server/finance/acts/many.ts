import type { FastifyRequest } from 'fastify';
import type { About } from '#shared/contract/finance/acts.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import { beginOnce } from '../../content/operations/begin.ts';
import type { PerformOther } from '../../content/operations/perform.ts';
import type { RunOperation } from '../../content/operations/routes.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { runUnlessAnswered } from '../../platform/api/idempotency.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { getDecision } from '../decisions/store.ts';
import { requireAccount } from '../payments/accounts.ts';
import { assignTogether, checkParts, listUnchangedParts } from '../payments/part-payments.ts';
import { getPayment } from '../payments/store.ts';
import type { ActingWithPlans } from '../payments/unit-of-work.ts';
import { decide, type ToDecide } from './table.ts';
import { takeBack } from './take-back.ts';

/** What an operation stores of its decisions. `ids` are those of part payments that make a plan together. */
type Sent = ToDecide & { kind: About['kind']; ids?: readonly string[] };

/** Takes a decision of an operation back, unless the payment was assigned again. */
const undo = async (acting: Acting, id: number) => {
	const { what, together, withdrawn_at, payment_id } = await getDecision(acting.trx, id);
	// The first of the parts took all of them back.
	if (together !== null && withdrawn_at !== null) return;
	if (what === 'assignment') {
		await listUnchangedParts(acting.trx, id);
		const { assignment_id, receipt } = await getPayment(acting.trx, payment_id ?? '');
		if (assignment_id !== id)
			throw new AppError('changed', `Someone else changed the assignment of ${receipt}.`);
	}
	await takeBack(acting, id, 'Undone');
};

const readName = async (trx: Trx, decision: number) => {
	const { receipt, payment_id } = await getDecision(trx, decision);
	return receipt ?? (payment_id === null ? null : (await getPayment(trx, payment_id)).receipt);
};

/** Makes one decision of an operation. Returns its id. */
const decideInOperation = async (
	acting: ActingWithPlans,
	about: About,
	decision: ToDecide,
	parts: readonly string[] | undefined,
) => {
	if (decision.what !== 'assignment') return decide(acting, about, decision);
	const { values } = decision;
	if (parts) {
		await assignTogether(acting, { ...values, ids: [...parts] });
		return Number((await getPayment(acting.trx, about.id)).assignment_id);
	}
	// Without an account, each payment keeps the typed one.
	const { account_reference: typed } = await getPayment(acting.trx, about.id);
	const account_reference = values.account_reference ?? typed ?? undefined;
	return decide(acting, about, { what: 'assignment', values: { ...values, account_reference } });
};

/** Makes one decision of an operation, or takes it back. */
export const performDecision =
	(now: () => number, plans: readonly Plan[]): PerformOther =>
	async (trx, { action, target }, { item_id: id, before }, context) => {
		const acting = { trx, context, now: now(), plans };
		if (action === 'undo') {
			// Operations of earlier releases name the assignment.
			const { decision, assignment } = JSON.parse(before ?? '{}');
			await undo(acting, decision ?? assignment);
			return {};
		}
		const { kind, ids, ...sent }: Sent = JSON.parse(JSON.parse(target ?? '{}').sent);
		const decision = await decideInOperation(acting, { kind, id }, sent, ids);
		return { name: await readName(trx, decision), before: JSON.stringify({ decision }) };
	};

/** What runs decisions about many things. */
export interface ManyDecider {
	database: Database;
	runOperation: RunOperation;
	now: () => number;
	plans: readonly Plan[];
}

/**
 * Makes the same decision about several things of one kind, each on its own, as an operation. Fails with 422 for several
 * kinds, for an account that does not exist, and for part payments that make no plan.
 */
export const decideMany = async (
	{ database, runOperation, now, plans }: ManyDecider,
	request: FastifyRequest,
	about: readonly About[],
	decision: ToDecide,
) => {
	const [{ kind } = { kind: 'payment' as const }] = about;
	if (about.some((each) => each.kind !== kind))
		throw invalid('about', 'Decide things of one kind together');
	const ids = about.map(({ id }) => id);
	const sent: Sent = { ...decision, kind };
	if (decision.what === 'assignment') {
		const { together, account_reference } = decision.values;
		if (together) {
			const parts = { ...decision.values, ids };
			await runUnlessAnswered(database, request, () => checkParts(database.read, parts, plans));
			sent.ids = ids;
		} else if (account_reference)
			await requireAccount(database.read, 'account_reference', account_reference);
	}
	const target = { sent: JSON.stringify(sent) };
	const task = { kind: 'transactions', action: 'decide', target } as const;
	return runOperation(request, await beginOnce(database, request, task, ids, now()));
};
