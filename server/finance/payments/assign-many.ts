import { operation } from '#shared/contract/content/bulk.ts';
import { type AssignmentsInput, assignmentsInput } from '#shared/contract/finance/accounts.ts';
import { beginOnce } from '../../content/operations/begin.ts';
import type { PerformOther } from '../../content/operations/perform.ts';
import type { RunOperation } from '../../content/operations/routes.ts';
import { REPEATABLE } from '../../platform/api/idempotency.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { requireAccount } from './accounts.ts';
import { assign } from './notes.ts';
import { getPayment } from './store.ts';
import { takeBack } from './take-back.ts';

/** Assigns one payment of an operation, or withdraws the assignment unless the payment was assigned again. */
export const performAssignment =
	(now: () => number): PerformOther =>
	async (trx, { action, target }, { item_id, before }, context) => {
		const acting = { trx, context, now: now() };
		const payment = await getPayment(trx, item_id);
		const name = payment.receipt;
		if (action === 'undo') {
			const { assignment } = JSON.parse(before ?? '{}') as { assignment: number };
			if (payment.assignment_id !== assignment)
				throw new AppError('changed', `Someone else changed the assignment of ${name}.`);
			await takeBack(acting, assignment, 'Undone');
			return { name };
		}
		const { account_reference, months, reason } = JSON.parse(
			JSON.parse(target ?? '{}').sent,
		) as AssignmentsInput;
		const account = account_reference ?? payment.account_reference ?? undefined;
		await assign(acting, payment.id, { account_reference: account, months, reason });
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
	}: { database: Database; runOperation: RunOperation; now: () => number },
) => {
	api.post('/transactions/assignments', {
		schema: {
			operationId: 'assignPayments',
			summary: 'Assigns many payments to one account, or each to the account that was typed',
			description: `Each payment is assigned on its own; undo the operation with \`POST /api/operations/{id}/undo\`. ${REPEATABLE}`,
			body: assignmentsInput,
			response: { 200: operation },
		},
		handler: async (request) => {
			const { ids, ...sent } = request.body;
			if (sent.account_reference)
				await requireAccount(database.read, 'account_reference', sent.account_reference);
			const target = { sent: JSON.stringify(sent) };
			const task = { kind: 'transactions', action: 'assign', target } as const;
			return runOperation(request, await beginOnce(database, request, task, ids, now()));
		},
	});
};
