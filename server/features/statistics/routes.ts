import { failures, failuresQuery, statistics, trends } from '#shared/contract/statistics.ts';
import { parseDay } from '#shared/east-africa-time.ts';
import type { Database } from '../../db/database.ts';
import type { Api } from '../../http/api.ts';
import { manyReveals } from '../audit/store.ts';
import { awaitingApproval } from '../periods/store.ts';
import { readFailures, readStatistics, readTrends } from './store.ts';

/** The dashboard's figures. `now` gives the moment that months and days are counted from. */
export const statisticsRoutes = (api: Api, database: Database, now: () => number) => {
	api.get('/statistics', {
		schema: {
			tags: ['statistics'],
			summary: 'Payments and money received: in all, last month, this month',
			response: { 200: statistics },
		},
		handler: (_request) => readStatistics(database.read, now()),
	});

	api.get('/statistics/failures', {
		schema: {
			tags: ['statistics'],
			summary: 'Failed payments of any days by result code, most frequent first',
			querystring: failuresQuery,
			response: { 200: failures },
		},
		handler: async (request) => {
			const { from, to } = request.query;
			const days = {
				...(from !== undefined && { from: parseDay(from) as number }),
				...(to !== undefined && { to: parseDay(to) as number }),
			};
			return readFailures(database.read, days);
		},
	});

	api.get('/statistics/trends', {
		schema: {
			tags: ['statistics'],
			summary: 'Payments per day and month, failures by reason, pending by age, the last delivery',
			response: { 200: trends },
		},
		handler: async (request) => ({
			...(await readTrends(database.read, now())),
			reviews: request.caller?.may.has('payments:act')
				? await awaitingApproval(database.read, request.actor)
				: [],
			reveals: request.caller?.may.has('audit:read') ? await manyReveals(database.read, now()) : [],
		}),
	});
};
