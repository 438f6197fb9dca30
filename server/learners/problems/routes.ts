import { reportCalls } from '#shared/contract/learners/calls.ts';
import { reportProblem } from '../../content/problems/store.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { type Count, getNetwork } from '../../platform/http/limits.ts';

interface Options {
	database: Database;
	now: () => number;
	count: Count;
}

/** Adds the call of learners that reports a problem. */
export const addReportRoutes = (api: Api, { database, now, count }: Options) =>
	answerCalls(api, { database, now }, reportCalls, {
		reportProblem: {
			before: async ({ ip, actor, caller }) => {
				await count('deviceProblems', caller?.account ? actor.id : getNetwork(ip));
				await count('problems', getNetwork(ip));
			},
			write: (acting, { body }) => reportProblem(acting, body),
		},
	});
