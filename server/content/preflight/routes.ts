import { buildPreflightCalls, checkedKinds } from '#shared/contract/content/item-calls.ts';
import { bySlug, type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { answerOnce, runUnlessAnswered } from '../../platform/api/idempotency.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { forEachConcurrently } from '../../platform/files/for-each-concurrently.ts';
import type { FileStore } from '../../platform/files/store.ts';
import type { Api } from '../../platform/http/api.ts';
import { addItems, begin } from '../operations/begin.ts';
import type { RunOperation } from '../operations/routes.ts';
import { readCourseTree, type TreeItem, walk } from '../resources/course-tree.ts';
import type { ContentStores } from '../resources/store.ts';
import { findKeyBySlug, toItemColumns } from '../resources/tables.ts';
import { type Checked, checkItem, listDrafts } from './check.ts';

interface Options {
	database: Database;
	files: FileStore;
	stores: ContentStores;
	runOperation: RunOperation;
	now: () => number;
}

type Place = Readonly<Record<string, string>>;

/** Parallel look-ups in the file store, because a bucket responds slowly. */
const PARALLEL_LOOKUPS = 32;

/**
 * Finds the contents under an item that the file store does not have. If the store does not respond, none count as
 * lost.
 */
const findLost = async (files: FileStore, root: TreeItem) => {
	const lost = new Set<string>();
	const contents = new Set([...walk(root)].flatMap(({ file }) => file?.sha256 ?? []));
	const look = async (sha256: string) => {
		if (!(await files.has(sha256).catch(() => true))) lost.add(sha256);
	};
	await forEachConcurrently(contents, look, PARALLEL_LOOKUPS);
	return lost;
};

const findItem = async (db: Db, key: ResourceKey, place: Place) => {
	const course = await readCourseTree(db, place.courseId ?? '');
	const { id } = toItemColumns(key, place);
	const root =
		course && [...walk(course)].find((item) => item.kind === resources[key].slug && item.id === id);
	if (!course || !root) throw notFound(resources[key].label);
	return { course, root };
};

/** Adds the check of courses, subjects and exam sets, and the calls that publish them with their drafts. */
export const addPreflightRoutes = (
	api: Api,
	{ database, files, stores, runOperation, now }: Options,
) => {
	/** Must run outside of a transaction, because the file store may be slow. */
	const check = async (key: ResourceKey, place: Place): Promise<Checked> => {
		const target = await findItem(database.read, key, place);
		return { ...target, lost: await findLost(files, target.root) };
	};

	const toItemRef = ({ kind, id, name }: TreeItem) => ({ kind: bySlug[kind].auditKind, id, name });

	for (const key of checkedKinds) {
		answerCalls(api, { database }, buildPreflightCalls(stores[key].resource), {
			check: async ({ params, query }) =>
				checkItem(await check(key, params), query.drafts !== 'false'),
			publish: async (request) => {
				const place = request.params as Place;
				const { anyway, reason, drafts = true, visible_from } = request.body;
				const earlier = await runUnlessAnswered(database, request, () => check(key, place));
				const { body } = await answerOnce(database, request, async (trx, context) => {
					const target = await findItem(trx, key, place);
					const report = checkItem({ ...target, lost: earlier?.lost ?? new Set() }, drafts);
					if (!report.ready && !anyway)
						throw new AppError(
							'not_ready',
							'The check found problems. Fix them, or publish anyway.',
							{ data: report },
						);
					const items = listDrafts(target.root, drafts);
					if (items.length === 0) return { status: 200, body: [] };
					const { root } = target;
					const parents = root.parent ? [toItemRef(root.parent)] : [];
					const item = { ...toItemRef(root), parents };
					const { id } = await begin(
						trx,
						{ kind: key, action: 'publish', target: { reason, visible_from, item } },
						context,
						now(),
					);
					const rows = items.map((each) => ({ id: each.id, kind: findKeyBySlug(each.kind) }));
					await addItems(trx, id, rows);
					return { status: 200, body: [id] };
				});
				const [id] = body;
				return { operations: id === undefined ? [] : [await runOperation(request, id)] };
			},
		});
	}
};
