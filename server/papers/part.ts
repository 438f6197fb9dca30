import type { RunOperation } from '../content/operations/routes.ts';
import type { Database } from '../platform/db/database.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { AccessTable } from '../platform/http/access.ts';
import type { Api } from '../platform/http/api.ts';
import { addCoverageRoutes } from './coverage/routes.ts';
import { countPapers } from './coverage/store.ts';
import { readFilesJob } from './extracted-text/read-files.ts';
import { readScansJob } from './extracted-text/read-scans.ts';
import { textSource } from './extracted-text/search-source.ts';
import { addIntakeRoutes } from './intake/routes.ts';
import { forgetIntakesJob } from './intake/store.ts';
import { watchScans } from './watch.ts';

interface Ground {
	database: Database;
	runOperation: RunOperation;
	now: () => number;
	/** Whether scanned pages are read by OCR. */
	ocr: boolean;
}

interface JobsGround extends Pick<Ground, 'database' | 'ocr'> {
	files: FileStore;
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
	addRoutes: (api: Api, { database, runOperation, now, ocr }: Ground) => {
		addCoverageRoutes(api, database);
		addIntakeRoutes(api, { database, runOperation, now, ocr });
	},
	watch: watchScans,
	listJobs: ({ database, files, ocr }: JobsGround) => [
		readFilesJob({ database, files }),
		...(ocr ? [readScansJob({ database, files })] : []),
		forgetIntakesJob(database),
	],
};
