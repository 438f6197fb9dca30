import {
	chunkCalls,
	fileCalls,
	formCalls,
	operationCalls,
	overviewCalls,
	problemCalls,
	searchCalls,
	trashCalls,
	uploadCalls,
	versionCalls,
} from '#shared/contract/content/calls.ts';
import { content as contracts } from '#shared/contract/content/content.ts';
import {
	buildCrossCalls,
	buildItemCalls,
	buildOrderCalls,
	buildPreflightCalls,
	checkedKinds,
} from '#shared/contract/content/item-calls.ts';
import { crossLists } from '#shared/contract/platform/lists.ts';
import { listAccess } from '../platform/api/calls.ts';
import type { Database } from '../platform/db/database.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { AccessTable } from '../platform/http/access.ts';
import type { Api } from '../platform/http/api.ts';
import type { Identify } from '../platform/http/guard.ts';
import type { Count } from '../platform/http/limits.ts';
import { addChunkedUploadRoutes } from './files/chunked-routes.ts';
import { addFileRoutes } from './files/routes.ts';
import { lockOwnFiles } from './files/store.ts';
import { sweepJob } from './files/sweep.ts';
import { addCourseRoutes, type CountPapers } from './kinds/course-overview.ts';
import { contentStores } from './kinds/store.ts';
import { addOperationRoutes } from './operations/routes.ts';
import type { OtherActions } from './operations/run.ts';
import { deleteOperationsJob } from './operations/store.ts';
import { addPreflightRoutes } from './preflight/routes.ts';
import { addProblemRoutes } from './problems/routes.ts';
import { listRoutes } from './resources/list-page.ts';
import { addResourceRoutes, type ItemView } from './resources/resource-routes.ts';
import { addVersionRoutes } from './resources/versions.ts';
import { addSearchRoutes, type ListSources } from './search/routes.ts';
import { createEmptyTrashJob } from './trash/empty-trash.ts';
import { addTrashRoutes } from './trash/routes.ts';

interface Ground {
	database: Database;
	files: FileStore;
	identify: Identify;
	count: Count;
	trashDays: number;
	now: () => number;
	/** The additions of the parts that are on to content. */
	additions: {
		/** Another shape of a course, such as that for learners. */
		courseView: ItemView | undefined;
		countPapers: CountPapers | undefined;
		listSources: ListSources;
		/** Actions on items that are no content, by name. */
		actions: OtherActions;
		/** Whether the text inside files is shown. */
		readsText: boolean;
	};
}

const kinds = Object.values(contracts);

const access: AccessTable = {
	...listAccess(
		...kinds.map((kind) => buildItemCalls(kind)),
		...kinds.filter(({ ordered }) => ordered).map(buildOrderCalls),
		...Object.values(crossLists).map(buildCrossCalls),
		...checkedKinds.map((key) => buildPreflightCalls(contracts[key])),
		overviewCalls,
		operationCalls,
		versionCalls,
		problemCalls,
		trashCalls,
		searchCalls,
		fileCalls,
		formCalls,
		uploadCalls,
		chunkCalls,
	),
	'/files/:name': { GET: 'content:read' },
};

/** The part with courses and all that is in them: lists, forms, files, bulk actions, search, publishing and trash. */
export const content = {
	access,
	/** Adds the calls. Returns the function that runs an operation which another part stored. */
	addRoutes: (
		api: Api,
		{ database, files, identify, count, trashDays, now, additions }: Ground,
	) => {
		for (const store of Object.values(contentStores))
			addResourceRoutes(api, database, store, {
				stores: contentStores,
				trashDays,
				keepLinks: lockOwnFiles,
				view: store === contentStores.courses ? additions.courseView : undefined,
			});
		addCourseRoutes(api, database, additions.countPapers);
		for (const list of Object.values(crossLists))
			listRoutes(api, database, list, contentStores[list.resource.key]);
		addVersionRoutes(api, database, contentStores);
		addProblemRoutes(api, { database, now });
		addTrashRoutes(api, database, { stores: contentStores, days: trashDays });
		const runOperation = addOperationRoutes(api, {
			...{ database, stores: contentStores, identify, now, trashDays },
			others: additions.actions,
		});
		addPreflightRoutes(api, { database, files, stores: contentStores, runOperation, now });
		addSearchRoutes(api, database, contentStores, additions.listSources);
		addFileRoutes(api, { database, files }, additions.readsText);
		addChunkedUploadRoutes(api, { database, files }, count);
		return runOperation;
	},
	listJobs: ({ database, files, trashDays }: Pick<Ground, 'database' | 'files' | 'trashDays'>) => [
		sweepJob({ database, files }),
		createEmptyTrashJob(database, trashDays),
		deleteOperationsJob(database),
	],
};
