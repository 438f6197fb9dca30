import { Readable } from 'node:stream';
import { periodCalls } from '#shared/contract/finance/desk-calls.ts';
import { formatMonthWords } from '#shared/east-africa-time.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { maskPhonesFor } from '../../platform/api/hidden-phones.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { toAuditContext } from '../../platform/audit-context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { closeMonth, reopenMonth } from './close.ts';
import { readPeriodDetail } from './detail.ts';
import { readPack } from './pack.ts';
import { listClosedMonths, listPeriods, readPeriod, requireMonth } from './store.ts';

interface Options {
	database: Database;
	now: () => number;
	/** Name shown in workbooks. */
	product: string;
}

/** Registers the routes that list, close, reopen and export months. */
export const addPeriodRoutes = (api: Api, { database, now, product }: Options) => {
	answerCalls(api, { database, now }, periodCalls, {
		listPeriods: ({ query: { before, limit } }) =>
			listPeriods(
				database.read,
				{ before, limit: limit === undefined ? Number.POSITIVE_INFINITY : Number(limit) },
				now(),
			),
		listClosedMonths: () => listClosedMonths(database.read),
		getPeriod: ({ params: { month } }) => {
			requireMonth(month, now());
			return readPeriodDetail(database.read, month, now());
		},
		downloadWorkbook: async (request, reply) => {
			const { month } = request.params;
			requireMonth(month, now());
			reply
				.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
				.header('content-disposition', `attachment; filename="month-${month}.xlsx"`);
			if (request.method === 'HEAD') return reply.send(Readable.from([]));
			// The workbook writer takes memory; it is loaded with the first download.
			const { buildWorkbook } = await import('./workbook.ts');
			const pack = await readPack(database.read, month, now());
			const content = await buildWorkbook(maskPhonesFor(request, pack), product);
			await database.write(async (trx) =>
				recordAudit(trx, toAuditContext(request), {
					action: 'export',
					item: { kind: 'period', id: month, name: formatMonthWords(month) },
					details: { state: pack.closed ? 'closed' : 'open' },
				}),
			);
			return reply.send(content);
		},
		closePeriod: {
			write: async (acting, { params: { month }, body }) => {
				await closeMonth(acting, month, body);
				return readPeriod(acting.trx, month, acting.now);
			},
		},
		reopenPeriod: {
			write: async (acting, { params: { month }, body }) => {
				await reopenMonth(acting, month, body.reason);
				return readPeriod(acting.trx, month, acting.now);
			},
		},
	});
};
