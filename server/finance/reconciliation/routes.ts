import { decision, decisionInput } from '#shared/contract/finance/decisions.ts';
import { reconciliation } from '#shared/contract/finance/periods.ts';
import {
	lineAttachment,
	lineBooking,
	lineSettlement,
	reconciliationLines,
} from '#shared/contract/finance/reconciliation.ts';
import {
	reconciliationLinesQuery,
	reconciliationQuery,
} from '#shared/contract/finance/reconciliation-query.ts';
import { transaction } from '#shared/contract/finance/transactions.ts';
import { toMonthNumber } from '#shared/east-africa-time.ts';
import { z } from '#shared/zod.ts';
import { createOnce, REPEATABLE } from '../../platform/api/idempotency.ts';
import { toAuditContext } from '../../platform/audit-context.ts';
import type { Api } from '../../platform/http/api.ts';
import { getDecision, toDecision } from '../decisions/store.ts';
import { readMonthFigures, sumFigures } from '../payments/figures.ts';
import { markSeen } from '../payments/seen.ts';
import { getPayment, withMarks } from '../payments/store.ts';
import { findNextToClose, readPeriod } from '../periods/store.ts';
import { attachLine, bookLine, settleLine, withdrawDecision } from './decisions.ts';
import { saySame } from './returns.ts';
import { addStatementRoutes, type StatementDesk } from './statement-routes.ts';
import { listLines } from './store.ts';
import { parseMonth } from './tables.ts';

/** Adds the calls that match M-Pesa's statements with our payments. */
export const addReconciliationRoutes = (api: Api, desk: StatementDesk) => {
	const { database, now, plans } = desk;
	addStatementRoutes(api, desk);

	api.get('/reconciliation', {
		schema: {
			operationId: 'getReconciliation',
			summary: 'Retrieves the totals of a month: statement, books and their difference',
			querystring: reconciliationQuery,
			response: { 200: reconciliation },
		},
		handler: async (request) => {
			const { month, figures, ...period } = await readPeriod(
				database.read,
				request.query.month ?? (await findNextToClose(database.read, now())),
				now(),
			);
			const at = toMonthNumber(parseMonth(month).from);
			const listed = sumFigures(await readMonthFigures(database.read, { from: at, to: at })).amount;
			return { ...figures, month, listed, period };
		},
	});

	api.get('/reconciliation/lines', {
		schema: {
			operationId: 'listReconciliationLines',
			summary: 'Lists the statement lines and unmatched payments of a month, newest first',
			querystring: reconciliationLinesQuery,
			response: { 200: reconciliationLines },
		},
		handler: async (request) => {
			const month = request.query.month ?? (await findNextToClose(database.read, now()));
			return listLines(database.read, { ...request.query, month }, now(), request.masksPhones);
		},
	});

	const payments = [
		{
			path: 'book',
			summary: 'Creates the payment of a statement line',
			body: lineBooking,
			decide: bookLine,
		},
		{
			path: 'attach',
			summary:
				'Matches a statement line to a payment: completes an open one, or records what the line gave back',
			body: lineAttachment,
			decide: attachLine,
		},
	];
	for (const { path, summary, body, decide } of payments)
		api.post(`/reconciliation/lines/:id/${path}`, {
			schema: {
				operationId: `${path}Line`,
				summary,
				description: `Returns the payment. ${REPEATABLE}`,
				body,
				response: { 201: transaction },
			},
			handler: (request, reply) => {
				const { id } = request.params as { id: string };
				return createOnce(database, request, reply, async (trx, context) => {
					const paymentId = await decide(
						{ trx, context, now: now(), plans },
						id,
						request.body as never,
					);
					const [data] = await withMarks(trx, [await getPayment(trx, paymentId)], now());
					return { status: 201, data };
				});
			},
		});

	api.post('/reconciliation/lines/:id/settle', {
		schema: {
			operationId: 'settleLine',
			summary: 'Explains a statement line, or a payment that is on no statement',
			description: REPEATABLE,
			body: lineSettlement,
			response: { 200: z.null() },
		},
		handler: (request, reply) => {
			const { id } = request.params as { id: string };
			return createOnce(database, request, reply, async (trx, context) => {
				await settleLine({ trx, context, now: now() }, id, request.body);
				return { data: null };
			});
		},
	});

	api.post('/decisions', {
		schema: {
			operationId: 'createDecision',
			summary: 'Says that two records are the same money, or that an entry of To check was seen',
			description: `\`same\`: a statement line and a refund or reversal without a receipt both count until then; afterwards the money counts once, with the amount of the line. \`seen\`: a change of a closed month (\`change_id\` of its entry), an account that the upgrade closed, or the marks of a payment leave To check. ${REPEATABLE}`,
			body: decisionInput,
			response: { 201: decision },
		},
		handler: (request, reply) =>
			createOnce(database, request, reply, async (trx, context) => {
				const decideOn = request.body.what === 'seen' ? markSeen : saySame;
				const id = await decideOn({ trx, context, now: now() }, request.body);
				return { status: 201, data: toDecision(await getDecision(trx, id)) };
			}),
	});

	api.delete('/reconciliation/lines/:id/decision', {
		schema: {
			operationId: 'withdrawDecision',
			summary: 'Withdraws the decision about a line',
			response: { 200: z.null() },
		},
		handler: async (request) => {
			const { id } = request.params as { id: string };
			await database.write((trx) => {
				const context = toAuditContext(request);
				return withdrawDecision({ trx, context, now: now() }, id);
			});
			return null;
		},
	});
};
