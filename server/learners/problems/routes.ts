import {
	problem,
	problemClosing,
	problemInput,
	problemsClosed,
	problemsClosing,
	problemsQuery,
} from '#shared/contract/learners/problems.ts';
import { makePageSchema } from '#shared/contract/platform/lists.ts';
import { z } from '#shared/zod.ts';
import { createOnce, REPEATABLE, runUnlessAnswered } from '../../platform/api/idempotency.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { type Count, getNetwork } from '../../platform/http/limits.ts';
import { closeProblem, closeProblems, listProblems, reportProblem } from './store.ts';

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

/** Adds the calls of editors on reported problems. */
export const addProblemRoutes = (api: Api, { database, now }: Omit<Options, 'count'>) => {
	api.get('/problems', {
		schema: {
			operationId: 'listProblems',
			summary: 'Lists problems that learners reported, newest first',
			description: 'Without those of items in the trash.',
			querystring: problemsQuery,
			response: { 200: makePageSchema(problem) },
		},
		handler: (request) => listProblems(database.read, request.query),
	});

	api.post('/problems/:id/close', {
		schema: {
			operationId: 'closeProblem',
			summary: 'Closes a reported problem',
			description: `Only editors close problems, also those of drafts. Returns 409 for a problem that is closed already. ${REPEATABLE}`,
			params: z.object({ id: z.string() }),
			body: problemClosing,
			response: { 200: problem },
		},
		handler: (request, reply) =>
			createOnce(database, request, reply, async (trx, context) => ({
				data: await closeProblem({ trx, context, now: now() }, request.params.id, request.body),
			})),
	});

	api.post('/problems/close', {
		schema: {
			operationId: 'closeProblems',
			summary: 'Closes many reported problems with one answer',
			description: `Each problem is closed on its own: \`results\` has the reason of each that was refused, such as one that is closed already. ${REPEATABLE}`,
			body: problemsClosing,
			response: { 200: problemsClosed },
		},
		handler: (request, reply) =>
			createOnce(database, request, reply, async (trx, context) => ({
				data: await closeProblems({ trx, context, now: now() }, request.body),
			})),
	});
};
