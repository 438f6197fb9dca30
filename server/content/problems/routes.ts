import {
	problem,
	problemClosing,
	problemsClosed,
	problemsClosing,
	problemsQuery,
	problemsReopening,
} from '#shared/contract/content/problems.ts';
import { makePageSchema } from '#shared/contract/platform/lists.ts';
import { z } from '#shared/zod.ts';
import { createOnce, REPEATABLE } from '../../platform/api/idempotency.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { closeProblem, closeProblems, listProblems, reopenProblems } from './store.ts';

/** Adds the calls of editors on reported problems. */
export const addProblemRoutes = (
	api: Api,
	{ database, now }: { database: Database; now: () => number },
) => {
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

	api.post('/problems/reopen', {
		schema: {
			operationId: 'reopenProblems',
			summary: 'Opens many closed problems again',
			description: `Undoes \`POST /api/problems/close\`. \`results\` has the reason of each that was refused. ${REPEATABLE}`,
			body: problemsReopening,
			response: { 200: problemsClosed },
		},
		handler: (request, reply) =>
			createOnce(database, request, reply, async (trx, context) => ({
				data: await reopenProblems({ trx, context, now: now() }, request.body),
			})),
	});
};
