import { operation } from '#shared/contract/content/bulk.ts';
import { type AssignmentsInput, assignmentsInput } from '#shared/contract/finance/accounts.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import { beginOnce } from '../../content/operations/begin.ts';
import type { PerformOther } from '../../content/operations/perform.ts';
import type { RunOperation } from '../../content/operations/routes.ts';
import { REPEATABLE, runUnlessAnswered } from '../../platform/api/idempotency.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { getDecision } from '../decisions/store.ts';
import { requireAccount } from './accounts.ts';
import { assign } from './notes.ts';
import { assignTogether, checkParts, listUnchangedParts } from './part-payments.ts';
import { getPayment } from './store.ts';
import { takeBack } from './take-back.ts';

/** Assigns one payment of an operation, or withdraws the assignment unless the payment was assigned again. */
export const performAssignment =
	(now: () => number, plans: readonly Plan[]): PerformOther =>
	async (trx, { action, target }, { item_id, before }, context) => {
		const acting = { trx, context, now: now(), plans };
		const payment = await getPayment(trx, item_id);
		const name = payment.receipt;
		if (action === 'undo') {
			const { assignment } = JSON.parse(before ?? '{}') as { assignment: number };
			const { together, withdrawn_at } = await getDecision(trx, assignment);
			// The first of the parts took all of them back.
			if (together !== null && withdrawn_at !== null) return { name };
			await listUnchangedParts(trx, assignment);
			if (payment.assignment_id !== assignment)
				throw new AppError('changed', `Someone else changed the assignment of ${name}.`);
			await takeBack(acting, assignment, 'Undone');
			return { name };
		}
		const sent = JSON.parse(JSON.parse(target ?? '{}').sent) as AssignmentsInput;
		const { account_reference, months, reason } = sent;
		const account = account_reference ?? payment.account_reference ?? undefined;
		if (sent.together) await assignTogether(acting, sent);
		else await assign(acting, payment.id, { account_reference: account, months, reason });
		const { assignment_id: assignment } = await getPayment(trx, payment.id);
		return { name, before: JSON.stringify({ assignment }) };
	};

/** Adds the call that assigns many payments. */
export const assignManyRoutes = (
	api: Api,
	{
		database,
		runOperation,
		now,
		plans,
	}: {
		database: Database;
		runOperation: RunOperation;
		now: () => number;
		plans: readonly Plan[];
	},
) => {
	api.post('/transactions/assignments', {
		schema: {
			operationId: 'assignPayments',
			summary: 'Assigns many payments to one account, or each to the account that was typed',
			description: `Each payment is assigned on its own. With \`together\`, the payments are parts of one plan, of one account: the newest gets the months, the others count with it, and they are taken back together; 422 unless their sum is the price of a plan. Undo the operation with \`POST /api/operations/{id}/undo\`. ${REPEATABLE}`,
			body: assignmentsInput,
			response: { 200: operation },
		},
		handler: async (request) => {
			const { ids, ...one } = request.body;
			const sent = one.together ? request.body : one;
			if (sent.together)
				await runUnlessAnswered(database, request, () =>
					checkParts(database.read, request.body, plans),
				);
			else if (sent.account_reference)
				await requireAccount(database.read, 'account_reference', sent.account_reference);
			const target = { sent: JSON.stringify(sent) };
			const task = { kind: 'transactions', action: 'assign', target } as const;
			return runOperation(request, await beginOnce(database, request, task, ids, now()));
		},
	});
};
