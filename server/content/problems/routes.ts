import { problemCalls } from '#shared/contract/content/calls.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { closeProblem, closeProblems, listProblems, reopenProblems } from './store.ts';

/** Adds the calls of editors on reported problems. */
export const addProblemRoutes = (
	api: Api,
	{ database, now }: { database: Database; now: () => number },
) =>
	answerCalls(api, { database, now }, problemCalls, {
		listProblems: ({ query }) => listProblems(database.read, query),
		closeProblem: { write: (acting, { params, body }) => closeProblem(acting, params.id, body) },
		closeProblems: { write: (acting, { body }) => closeProblems(acting, body) },
		reopenProblems: { write: (acting, { body }) => reopenProblems(acting, body) },
	});
