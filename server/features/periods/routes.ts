import { failureBody } from '#shared/contract/errors.ts';
import {
	period,
	periodApproval,
	periodClosing,
	periodPack,
	periodReopening,
	periods,
} from '#shared/contract/periods.ts';
import { periodsQuery } from '#shared/contract/reconciliation-query.ts';
import { monthWords } from '#shared/east-africa-time.ts';
import { withoutPhones } from '#shared/hidden-phones.ts';
import { z } from '#shared/zod.ts';
import type { Acting } from '../../api/acting.ts';
import { createOnce, REPEATABLE } from '../../api/idempotency.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { auditContextOf } from '../../audit-context.ts';
import type { Database } from '../../db/database.ts';
import type { Api } from '../../http/api.ts';
import { approveMonth, closeMonth, reopenMonth } from './close.ts';
import { readPack, readWholePack } from './pack.ts';
import { listPeriods, readPeriod } from './store.ts';

const tags = ['reconciliation'];
const monthIn = ({ params }: { params: unknown }) => (params as { month: string }).month;

/** What months are read from, and the name that stands on their packs. */
interface Ground {
	database: Database;
	now: () => number;
	product: string;
}

/** Months as finance closes them: how they stand, their steps, and what they are closed with. */
export const periodRoutes = (api: Api, { database, now, product }: Ground) => {
	api.get('/periods', {
		schema: {
			tags,
			operationId: 'listPeriods',
			summary: 'Lists months, newest first, with their totals and status',
			description: 'All of them, where no `limit` is named.',
			querystring: periodsQuery,
			response: { 200: periods },
		},
		handler: (request) => {
			const { before, limit } = request.query;
			const range = {
				before,
				limit: limit === undefined ? Number.POSITIVE_INFINITY : Number(limit),
			};
			return listPeriods(database.read, range, { actor: request.actor, now: now() });
		},
	});

	api.get('/periods/:month', {
		schema: {
			tags,
			operationId: 'getPeriod',
			summary: 'Retrieves the figures of a month; of a closed month, those of its closing',
			response: { 200: periodPack },
		},
		handler: (request) =>
			readPack(database.read, monthIn(request), { actor: request.actor, now: now() }),
	});

	api.get('/periods/:month/pack.xlsx', {
		schema: {
			tags,
			operationId: 'downloadWorkbook',
			summary: 'Downloads the workbook of a month (XLSX)',
			produces: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
			response: { 200: z.any(), default: failureBody },
			description: 'Times and amounts are typed, phones and receipts are text.',
		},
		handler: async (request, reply) => {
			const month = monthIn(request);
			const asking = { actor: request.actor, now: now() };
			const { pack, texts } = await readWholePack(database.read, month, asking);
			reply
				.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
				.header('content-disposition', `attachment; filename="month-${month}.xlsx"`);
			if (request.method === 'HEAD') return reply.send('');
			await database.write(async (trx) =>
				recordAudit(trx, auditContextOf(request), {
					action: 'export',
					item: { kind: 'period', id: month, name: monthWords(month) },
					details: { state: pack.state, checksum: pack.checksum },
				}),
			);
			// What writes workbooks takes memory; it is there from the first pack on.
			const { workbookOf } = await import('./workbook.ts');
			const shown = request.masksPhones ? withoutPhones(pack) : pack;
			return reply.send(await workbookOf(shown, texts, product));
		},
	});

	const steps = [
		{
			path: 'close',
			summary: 'Closes a month',
			description:
				'409 `not_ready` with what is left in `data`, unless `override_reason` says why it is closed all the same: then it is in review until another person approves. 409 `changed` where `checksum` is not that of the month any more.',
			body: periodClosing,
			take: (on: Acting, month: string, body: unknown) => closeMonth(on, month, body as never),
		},
		{
			path: 'approve',
			summary: 'Approves the closing of a month',
			description: 'By people only. 409 `changed` where the month is not as it was then.',
			body: periodApproval,
			take: (on: Acting, month: string, body: unknown) =>
				approveMonth(on, month, (body as { checksum?: string }).checksum),
		},
		{
			path: 'reopen',
			summary: 'Reopens a closed month',
			description: 'What it was closed with stays in its history.',
			body: periodReopening,
			take: (on: Acting, month: string, body: unknown) =>
				reopenMonth(on, month, (body as { reason: string }).reason),
		},
	];
	for (const { path, summary, description, body, take } of steps)
		api.post(`/periods/:month/${path}`, {
			schema: {
				operationId: `${path}Period`,
				tags,
				summary,
				description: `${description} ${REPEATABLE}`,
				body,
				response: { 200: period },
			},
			handler: (request, reply) =>
				createOnce(database, request, reply, async (trx, by) => {
					const [month, at] = [monthIn(request), now()];
					await take({ trx, by, now: at }, month, request.body);
					return { data: await readPeriod(trx, month, { actor: by.actor, now: at }) };
				}),
		});
};
