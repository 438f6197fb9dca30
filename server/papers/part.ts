import { coverageCalls, intakeCalls } from '#shared/contract/papers/calls.ts';
import type { RunOperation } from '../content/operations/routes.ts';
import { listAccess } from '../platform/api/calls.ts';
import type { Database } from '../platform/db/database.ts';
import type { FileStore } from '../platform/files/store.ts';
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

/** The part that takes in past papers, reads the text of files, and shows which papers are missing. */
export const papers = {
	access: listAccess(coverageCalls, intakeCalls),
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
