import { Readable } from 'node:stream';
import {
	closedMonths,
	period,
	periodClosing,
	periodDetail,
	periodReopening,
	periods,
} from '#shared/contract/finance/periods.ts';
import { periodsQuery } from '#shared/contract/finance/reconciliation-query.ts';
import { failureBody } from '#shared/contract/platform/errors.ts';
import { formatMonthWords } from '#shared/east-africa-time.ts';
import { z } from '#shared/zod.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { maskPhonesFor } from '../../platform/api/hidden-phones.ts';
import { createOnce, REPEATABLE } from '../../platform/api/idempotency.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { toAuditContext } from '../../platform/audit-context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { closeMonth, reopenMonth } from './close.ts';
import { readPeriodDetail } from './detail.ts';
import { readPack } from './pack.ts';
import { listClosedMonths, listPeriods, readPeriod, requireMonth } from './store.ts';

const readMonth = ({ params }: { params: unknown }) => (params as { month: string }).month;

interface Options {
	database: Database;
	now: () => number;
	/** Name shown in workbooks. */
	product: string;
}

/** Registers the routes that list, close, reopen and export months. */
export const addPeriodRoutes = (api: Api, { database, now, product }: Options) => {
	api.get('/periods', {
		schema: {
			operationId: 'listPeriods',
			summary: 'Lists months, newest first, with their totals and status',
			description: 'Returns all months without `limit`.',
			querystring: periodsQuery,
			response: { 200: periods },
		},
		handler: ({ query: { before, limit } }) =>
			listPeriods(
				database.read,
				{ before, limit: limit === undefined ? Number.POSITIVE_INFINITY : Number(limit) },
				now(),
			),
	});

	api.get('/periods/closed', {
		schema: {
			operationId: 'listClosedMonths',
			summary: 'Lists the closed months, oldest first',
			response: { 200: closedMonths },
		},
		handler: () => listClosedMonths(database.read),
	});

	api.get('/periods/:month', {
		schema: {
			operationId: 'getPeriod',
			summary: 'Retrieves a month: its figures, their parts, and changes after its closing',
			response: { 200: periodDetail },
		},
		handler: (request) => {
			const month = readMonth(request);
			requireMonth(month, now());
			return readPeriodDetail(database.read, month, now());
		},
	});

	api.get('/periods/:month/pack.xlsx', {
		schema: {
			operationId: 'downloadWorkbook',
			summary: 'Downloads the workbook of a month (XLSX)',
			produces: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
			response: { 200: z.any(), default: failureBody },
			description:
				'A closed month has its stored figures next to today’s. Times and amounts are typed; phone numbers and receipts are text.',
		},
		handler: async (request, reply) => {
			const month = readMonth(request);
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
	});

	const steps = [
		{
			path: 'close',
			summary: 'Closes a month',
			description:
				'Stores its figures. Returns 409 `not_ready` with the open items in `data`, unless `override_reason` is given, and 409 `changed` if the figures are not the `expected` ones.',
			body: periodClosing,
			take: (acting: Acting, month: string, body: unknown) =>
				closeMonth(acting, month, body as never),
		},
		{
			path: 'reopen',
			summary: 'Reopens a closed month',
			description: 'The audit trail keeps who closed and reopened the month.',
			body: periodReopening,
			take: (acting: Acting, month: string, body: unknown) =>
				reopenMonth(acting, month, (body as { reason: string }).reason),
		},
	];
	for (const { path, summary, description, body, take } of steps)
		api.post(`/periods/:month/${path}`, {
			schema: {
				operationId: `${path}Period`,
				summary,
				description: `${description} ${REPEATABLE}`,
				body,
				response: { 200: period },
			},
			handler: (request, reply) =>
				createOnce(database, request, reply, async (trx, context) => {
					const [month, at] = [readMonth(request), now()];
					await take({ trx, context, now: at }, month, request.body);
					return { data: await readPeriod(trx, month, at) };
				}),
		});
};
