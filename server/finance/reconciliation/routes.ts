import { reconciliationCalls } from '#shared/contract/finance/desk-calls.ts';
import { toMonthNumber } from '#shared/east-africa-time.ts';
import { answerCalls } from '../../platform/api/calls.ts';
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

	answerCalls(api, { database, now }, reconciliationCalls, {
		getReconciliation: async (request) => {
			const { month, figures, ...period } = await readPeriod(
				database.read,
				request.query.month ?? (await findNextToClose(database.read, now())),
				now(),
			);
			const at = toMonthNumber(parseMonth(month).from);
			const listed = sumFigures(await readMonthFigures(database.read, { from: at, to: at })).amount;
			return { ...figures, month, listed, period };
		},
		listReconciliationLines: async (request) => {
			const month = request.query.month ?? (await findNextToClose(database.read, now()));
			return listLines(database.read, { ...request.query, month }, now(), request.masksPhones);
		},
	});
};
