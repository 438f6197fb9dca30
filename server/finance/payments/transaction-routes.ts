import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import { transactionCalls } from '#shared/contract/finance/calls.ts';
import {
	TRANSACTIONS_LIMIT_DEFAULT,
	type TransactionFilters,
} from '#shared/contract/finance/transactions-query.ts';
import {
	formatDay,
	getDaysOfMonth,
	getMonthOfDay,
	parseDay,
	toDayNumber,
} from '#shared/east-africa-time.ts';
import { toSearchText } from '#shared/receipts.ts';
import { answerCalls, Versioned } from '../../platform/api/calls.ts';
import { readPage } from '../../platform/api/page.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { toAuditContext } from '../../platform/audit-context.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Api, serializeUnchecked } from '../../platform/http/api.ts';
import { withEvidence } from './evidence.ts';
import { exportCsv, listTransactions } from './list.ts';
import { computeTransactionTag, getPayment } from './store.ts';

/** Returns the file name of an export: its status, and its month or days. */
const nameExport = ({ status, from, to }: TransactionFilters, now: number) => {
	const day = parseDay(from ?? '');
	const days = day === undefined ? undefined : getDaysOfMonth(getMonthOfDay(day));
	const last = to ?? formatDay(toDayNumber(now));
	const period =
		days?.from === from && days?.to === last
			? last.slice(0, 7)
			: from === last
				? last
				: [from, 'to', last].filter(Boolean).join('-');
	return `${['transactions', status, period].filter(Boolean).join('-')}.csv`;
};

/** Adds the list of payments, its CSV export, and a payment with its evidence. */
export const addTransactionRoutes = (api: Api, database: Database, now: () => number) => {
	answerCalls(api, { database, now }, transactionCalls, {
		listTransactions: {
			serializerCompiler: serializeUnchecked,
			handler: async (request) => {
				const { page, limit, ...filters } = request.query;
				const shown = readPage({ page, limit }, TRANSACTIONS_LIMIT_DEFAULT);
				const reading = { now: now(), hides: request.masksPhones };
				return listTransactions(database.read, filters, shown, reading);
			},
		},
		exportTransactions: {
			// The fastest compression halves the size of large exports.
			compress: {
				brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
				zlibOptions: { level: 1 },
			},
			handler: async (request, reply) => {
				const masks = request.masksPhones && request.query.numbers !== 'true';
				if (request.masksPhones && !masks && !request.caller?.may.has('payments:reveal'))
					throw new AppError('forbidden', 'Only administrators may export whole phone numbers.');
				const reading = { now: now(), hides: masks };
				const first = { limit: 1, offset: 0 };
				const { total, more } = await listTransactions(
					database.read,
					request.query,
					first,
					reading,
				);
				const isExport = request.method === 'GET';
				if (isExport)
					await database.write(async (trx) =>
						recordAudit(trx, toAuditContext(request), {
							action: 'export',
							item: { kind: 'transaction', id: null, name: 'Transactions' },
							details: {
								...request.query,
								...(request.query.search && { search: toSearchText(request.query.search) }),
								count: total,
								...(more && { more }),
							},
						}),
					);
				const name = nameExport(request.query, reading.now);
				reply
					.type('text/csv; charset=utf-8')
					.header('content-disposition', `attachment; filename="${name}"`);
				if (!more) reply.header('x-total-count', String(total));
				if (!isExport) return reply.send(Readable.from([]));
				const csv = exportCsv(database.read, request.query, reading);
				return reply.send(Readable.from(csv, { objectMode: false }));
			},
		},
		getTransaction: async ({ params: { id } }) => {
			const data = await withEvidence(database.read, await getPayment(database.read, id), now());
			return new Versioned(data, computeTransactionTag(data));
		},
	});
};
