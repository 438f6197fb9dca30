import { coverageCalls } from '#shared/contract/papers/calls.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { readPage } from '../../platform/api/page.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { listMissingPapers, readCoverage, setNotHeld } from './store.ts';

/** Adds the calls on existing and missing papers. */
export const addCoverageRoutes = (api: Api, database: Database) =>
	answerCalls(api, { database }, coverageCalls, {
		getCoverage: ({ params }) => readCoverage(database.read, params.courseId),
		setExamHeld: {
			write: async ({ trx, context }, { params: { courseId }, body }) => {
				await setNotHeld(trx, courseId, body, context);
				return readCoverage(trx, courseId);
			},
		},
		listMissingPapers: async ({ query }) => {
			const all = await listMissingPapers(database.read);
			const { limit, offset } = readPage(query);
			return { data: all.slice(offset, offset + limit), total: all.length };
		},
	});
