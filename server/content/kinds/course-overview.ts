import { sql } from 'kysely';
import { overviewCalls } from '#shared/contract/content/calls.ts';
import { CHANGED, type CourseOverview } from '#shared/contract/content/course-overview.ts';
import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { findLastChange } from '../../platform/audit/audit-log.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { countTotal } from '../../platform/db/engine.ts';
import type { Api } from '../../platform/http/api.ts';
import { countRowsWith } from '../resources/impact.ts';
import {
	type ContentTables,
	linkKeys,
	listDescendantKinds,
	listParentKinds,
	tables,
} from '../resources/tables.ts';
import { readVersionActor } from '../resources/versions.ts';
import { courseStore } from './store.ts';

type Changed = CourseOverview['changed'][number];
type InCourse = Exclude<keyof ContentTables, 'courses'>;

/** Counts the papers that a course should have and those that are missing. */
export type CountPapers = (db: Db, courseId: string) => Promise<CourseOverview['coverage']>;

/** Names the last change of an item; a switch of `published` is a publish or an unpublish. */
const nameAction = (change: Awaited<ReturnType<typeof findLastChange>>) => {
	const { published } = JSON.parse(change?.after ?? '{}');
	if (change?.action !== 'update' || published === undefined) return change?.action ?? null;
	return published ? 'publish' : 'unpublish';
};

/** Describes what a course lacks and its recent changes. Rejects with `not_found` for an unknown course. */
const describeCourse = async (
	db: Db,
	courseId: string,
	{ showsActors, countPapers }: { showsActors: boolean; countPapers: CountPapers | undefined },
): Promise<CourseOverview> => {
	await courseStore(db).get({ courseId });
	const coverage = (await countPapers?.(db, courseId)) ?? null;
	const values = { course_id: courseId };
	const kinds = listDescendantKinds('courses') as Exclude<ResourceKey, 'courses'>[];
	/** Maps kinds by their words. */
	const byWord = async (keys: typeof kinds, count: (table: InCourse) => Promise<number>) =>
		Object.fromEntries(
			await Promise.all(
				keys.map(async (key) => [resources[key].slug, await count(tables[key].table)]),
			),
		);
	const withoutFile = (table: InCourse) =>
		countTotal(
			db
				.selectFrom(table as 'topics')
				.where('course_id', '=', courseId)
				// Keeps SQLite on the index of the course; it would scan all rows without a link instead.
				.where(sql`coalesce(url, '')`, '=', ''),
		);
	const withoutPapers = countTotal(
		db
			.selectFrom('exam_sets')
			.where('course_id', '=', courseId)
			.where(({ not, exists, selectFrom }) =>
				not(
					exists(
						selectFrom('past_papers')
							.select('id')
							.whereRef('past_papers.course_id', '=', 'exam_sets.course_id')
							.whereRef('past_papers.exam_set_id', '=', 'exam_sets.id'),
					),
				),
			),
	);
	const newest = async (key: (typeof kinds)[number]): Promise<Omit<Changed, 'action' | 'by'>[]> => {
		const parent = listParentKinds(key).at(-1) ?? 'courses';
		const found = await db
			.selectFrom(tables[key].table as 'topics')
			.select(['id', 'name', 'updated_at', `${tables[parent].column as 'subject_id'} as parent_id`])
			.where('course_id', '=', courseId)
			.orderBy('updated_at', 'desc')
			.limit(CHANGED)
			.execute();
		const { auditKind: kind } = resources[key];
		return found.map((row) => ({
			...row,
			parent_id: parent === 'courses' ? null : row.parent_id,
			kind,
		}));
	};
	const changed = await Promise.all(kinds.map(newest));
	const latest = changed
		.flat()
		.sort((a, b) => (a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : 0))
		.slice(0, CHANGED);
	return {
		drafts: await byWord(kinds, (table) =>
			countRowsWith(db, table, { ...values, published: false }),
		),
		without_file: await byWord(
			kinds.filter((key) => linkKeys().includes(key)),
			withoutFile,
		),
		without_papers: { examsets: await withoutPapers },
		coverage,
		changed: await Promise.all(
			latest.map(async (item) => {
				const change = await findLastChange(db, item.id);
				const by = showsActors ? readVersionActor(change) : null;
				return { ...item, action: nameAction(change), by };
			}),
		),
	};
};

/** Adds the overview of a course, with the missing papers where they are counted. */
export const addCourseRoutes = (api: Api, database: Database, countPapers?: CountPapers) => {
	answerCalls(api, { database }, overviewCalls, {
		getCourseOverview: (request) =>
			describeCourse(
				database.read,
				request.params.courseId,
				// Histories are for editors.
				{ showsActors: request.caller?.may.has('content:write') === true, countPapers },
			),
	});
};
