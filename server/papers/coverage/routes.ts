import { coverage, lacking, notHeld } from '#shared/contract/papers/coverage.ts';
import { makePageSchema, paged } from '#shared/contract/platform/lists.ts';
import { z } from '#shared/zod.ts';
import { readPage } from '../../platform/api/page.ts';
import { toAuditContext } from '../../platform/audit-context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { listMissingPapers, readCoverage, setNotHeld } from './store.ts';

const params = z.object({ courseId: z.string() });

/** Adds the calls on existing and missing papers. */
export const addCoverageRoutes = (api: Api, database: Database) => {
	api.get('/courses/:courseId/coverage', {
		schema: {
			operationId: 'getCoverage',
			summary: 'Retrieves the papers of a course by subject, year and series',
			description:
				'A paper is missing if the course has the series and the subject has no paper in it; marking schemes do not count. With several papers, the best state counts: published, then draft, then without a file.',
			params,
			response: { 200: coverage },
		},
		handler: (request) => readCoverage(database.read, request.params.courseId),
	});

	api.put('/courses/:courseId/coverage', {
		schema: {
			operationId: 'setExamHeld',
			summary: 'Marks an exam as held or not held',
			description:
				'Marks one subject, or, without one, the whole series. Answers 409 if the whole series is marked and one subject is to be unmarked.',
			params,
			body: notHeld,
			response: { 200: coverage },
		},
		handler: (request) =>
			database.write(async (trx) => {
				const { courseId } = request.params;
				await setNotHeld(trx, courseId, request.body, toAuditContext(request));
				return readCoverage(trx, courseId);
			}),
	});

	api.get('/coverage', {
		schema: {
			operationId: 'listMissingPapers',
			summary: 'Lists the series of all courses that lack papers, newest first',
			querystring: z.object(paged),
			response: { 200: makePageSchema(lacking) },
		},
		handler: async (request) => {
			const all = await listMissingPapers(database.read);
			const { limit, offset } = readPage(request.query);
			return { data: all.slice(offset, offset + limit), total: all.length };
		},
	});
};
