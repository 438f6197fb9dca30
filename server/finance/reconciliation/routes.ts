import { reconciliation } from '#shared/contract/finance/periods.ts';
import { reconciliationLines } from '#shared/contract/finance/reconciliation.ts';
import {
	reconciliationLinesQuery,
	reconciliationQuery,
} from '#shared/contract/finance/reconciliation-query.ts';
import { toMonthNumber } from '#shared/east-africa-time.ts';
import type { Api } from '../../platform/http/api.ts';
import { readMonthFigures, sumFigures } from '../payments/figures.ts';
import { findNextToClose, readPeriod } from '../periods/store.ts';
import { addStatementRoutes, type StatementDesk } from './statement-routes.ts';
import { listLines } from './store.ts';
import { parseMonth } from './tables.ts';

/** Adds the calls that match M-Pesa's statements with our payments. */
export const addReconciliationRoutes = (api: Api, desk: StatementDesk) => {
	const { database, now } = desk;
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
};
