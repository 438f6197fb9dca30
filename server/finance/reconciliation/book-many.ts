import { operation } from '#shared/contract/content/bulk.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import { lineBookings } from '#shared/contract/finance/reconciliation.ts';
import { beginOnce } from '../../content/operations/begin.ts';
import type { PerformOther } from '../../content/operations/perform.ts';
import type { RunOperation } from '../../content/operations/routes.ts';
import { REPEATABLE } from '../../platform/api/idempotency.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { findDecision } from '../decisions/store.ts';
import { takeBack } from '../payments/take-back.ts';
import { bookLine } from './decisions.ts';

/** Books one line of an operation, or takes the booking back. */
export const performBooking =
	(now: () => number, plans: readonly Plan[]): PerformOther =>
	async (trx, { action, target }, { item_id: id, before }, context) => {
		const acting = { trx, context, now: now(), plans };
		if (action === 'undo') {
			await takeBack(acting, JSON.parse(before ?? '{}').decision, 'Undone');
			return {};
		}
		await bookLine(acting, id, JSON.parse(target ?? '{}'));
		const decision = await findDecision(trx, { kind: 'line', id });
		return {
			name: decision?.receipt ?? null,
			before: JSON.stringify({ decision: decision?.id }),
		};
	};

/** Adds the call that books many lines. */
export const addBookManyRoutes = (
	api: Api,
	{
		database,
		runOperation,
		now,
	}: { database: Database; runOperation: RunOperation; now: () => number },
) => {
	api.post('/reconciliation/lines/book', {
		schema: {
			operationId: 'bookLines',
			summary: 'Creates the payments of many statement lines',
			description: `Each line is booked on its own; undo the operation with \`POST /api/operations/{id}/undo\`. ${REPEATABLE}`,
			body: lineBookings,
			response: { 200: operation },
		},
		handler: async (request) => {
			const { ids, reason } = request.body;
			const task = { kind: 'transactions', action: 'book', target: { reason } } as const;
			return runOperation(request, await beginOnce(database, request, task, ids, now()));
		},
	});
};
