import { problemInput } from '#shared/contract/content/problems.ts';
import { z } from '#shared/zod.ts';
import { reportProblem } from '../../content/problems/store.ts';
import { createOnce, REPEATABLE, runUnlessAnswered } from '../../platform/api/idempotency.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { type Count, getNetwork } from '../../platform/http/limits.ts';

interface Options {
	database: Database;
	now: () => number;
	count: Count;
}

/** Adds the call of learners that reports a problem. */
export const addReportRoutes = (api: Api, { database, now, count }: Options) => {
	api.post('/v1/problems', {
		config: { learners: true },
		schema: {
			operationId: 'reportProblem',
			summary: 'Reports a problem with the file of a topic or past paper',
			description: `The token of a device is optional. Phone numbers in the text are masked before it is stored. Returns 404 for an item that is not shown, and 429 after 5 reports an hour of a device, or of an address without one, and after 60 an hour of an address. ${REPEATABLE}`,
			body: problemInput,
			response: { 202: z.null() },
		},
		handler: async (request, reply) => {
			const { ip, actor, caller } = request;
			await runUnlessAnswered(database, request, async () => {
				await count('deviceProblems', caller?.account ? actor.id : getNetwork(ip));
				await count('problems', getNetwork(ip));
			});
			return createOnce(database, request, reply, async (trx, context) => {
				await reportProblem({ trx, context, now: now() }, request.body);
				return { status: 202, data: null };
			});
		},
	});
};
