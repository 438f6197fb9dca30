import { type ResourceFacts, resources } from '#shared/contract/content/resources.ts';
import { crossLists } from '#shared/contract/platform/lists.ts';
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
import { copyRoutes } from './resources/copy.ts';
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

const buildContentAccess = (facts: ResourceFacts): AccessTable => {
	const { slug, path, param, ordered, read, write } = facts;
	const list = `/api${path}`;
	const one = `${list}/:${param}`;
	return {
		...(path !== `/${slug}` && {
			[`/api/${slug}`]: { GET: read },
			[`/api/${slug}/:id`]: { GET: read },
		}),
		[list]: { GET: read, POST: write },
		...(ordered && {
			[`${list}/next-order`]: { GET: read },
			[`${list}/order`]: { POST: write },
		}),
		[one]: { GET: read, PUT: write, DELETE: write },
		[`${one}/deletion-impact`]: { GET: read },
		[`${one}/copy`]: { POST: write },
	};
};

const CHECKED = [resources.courses, resources.subjects, resources.examSets];

const buildPreflightAccess = ({ path, param, read }: ResourceFacts): AccessTable => {
	const one = `/api${path}/:${param}`;
	return {
		[`${one}/preflight`]: { GET: read },
		[`${one}/publish-all`]: { POST: 'content:publish' },
	};
};

const access: AccessTable = {
	...Object.assign({}, ...Object.values(resources).map(buildContentAccess)),
	'/api/courses/:courseId/overview': { GET: 'content:read' },
	// The check before publishing
	...Object.assign({}, ...CHECKED.map(buildPreflightAccess)),
	// Bulk actions
	'/api/bulk': { POST: 'content:write' },
	'/api/deletion-impact': { GET: 'content:read' },
	'/api/operations': { GET: 'content:read' },
	'/api/operations/:id': { GET: 'content:read' },
	// Whoever may run the action may undo it: see `requireAction`
	'/api/operations/:id/undo': { POST: 'content:read' },
	// Undo and restore
	'/api/versions/:kind/:id': { GET: 'content:write' },
	// Problems that learners report
	'/api/problems': { GET: 'content:write' },
	'/api/problems/close': { POST: 'content:publish' },
	'/api/problems/reopen': { POST: 'content:publish' },
	'/api/problems/:id/close': { POST: 'content:publish' },
	'/api/trash': { GET: 'content:write' },
	'/api/trash/:deletionId': { DELETE: { permission: 'trash:purge', fresh: true } },
	'/api/trash/:deletionId/restore': { POST: 'content:write' },
	// Search. Payments and people are found only by callers who may see them.
	'/api/search': { GET: 'content:read' },
	// Files
	'/api/upload': { POST: 'content:write' },
	'/api/uploads': { POST: 'content:write' },
	// The caller's own uploads only
	'/api/uploads/:id': { GET: 'content:write', DELETE: 'content:write' },
	'/api/uploads/:id/:n': { PUT: 'content:write' },
	'/api/uploads/:id/finish': { POST: 'content:write' },
	'/api/files': { GET: 'content:read' },
	'/api/files/:name': { GET: 'content:read' },
	'/api/files/:name/picture': { GET: 'content:read' },
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
				trashDays,
				view: store === contentStores.courses ? additions.courseView : undefined,
			});
		addCourseRoutes(api, database, additions.countPapers);
		copyRoutes(api, database, contentStores, lockOwnFiles);
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
