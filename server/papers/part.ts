import type { RunOperation } from '../content/operations/routes.ts';
import type { Database } from '../platform/db/database.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { AccessTable } from '../platform/http/access.ts';
import type { Api } from '../platform/http/api.ts';
import { addCoverageRoutes } from './coverage/routes.ts';
import { countPapers } from './coverage/store.ts';
import { readFilesJob } from './extracted-text/read-files.ts';
import { textSource } from './extracted-text/search-source.ts';
import { addIntakeRoutes } from './intake/routes.ts';
import { forgetIntakesJob } from './intake/store.ts';

interface Ground {
	database: Database;
	runOperation: RunOperation;
	now: () => number;
}

const access: AccessTable = {
	'/api/courses/:courseId/coverage': { GET: 'content:read', PUT: 'content:write' },
	'/api/coverage': { GET: 'content:read' },
	// Intakes: files that become past papers
	'/api/intakes': { GET: 'content:write', POST: 'content:write' },
	'/api/intakes/:intakeId': { GET: 'content:write', DELETE: 'content:write' },
	'/api/intakes/:intakeId/rows': { POST: 'content:write', PUT: 'content:write' },
	'/api/intakes/:intakeId/rows/remove': { POST: 'content:write' },
	'/api/intakes/:intakeId/save': { POST: 'content:write' },
};

/** The part that takes in past papers, reads the text of files, and shows which papers are missing. */
export const papers = {
	access,
	countPapers,
	listSources: () => [textSource],
	addRoutes: (api: Api, { database, runOperation, now }: Ground) => {
		addCoverageRoutes(api, database);
		addIntakeRoutes(api, { database, runOperation, now });
	},
	listJobs: ({ database, files }: { database: Database; files: FileStore }) => [
		readFilesJob({ database, files }),
		forgetIntakesJob(database),
	],
};
