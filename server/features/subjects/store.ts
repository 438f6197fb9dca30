import type { Selectable } from 'kysely';
import { type Subject, subjects } from '#shared/contract/subjects.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { AuditContext } from '../../audit-context.ts';
import { countOf } from '../../content/count.ts';
import { tableStore } from '../../content/table-store.ts';
import type { ContentRow } from '../../content/tables.ts';
import type { Db } from '../../db/database.ts';
import { courseStore } from '../courses/store.ts';

interface SubjectRow extends ContentRow {
	course_id: string;
	published: boolean;
	free: boolean;
}

declare module '../../content/tables.ts' {
	interface ContentTables {
		subjects: SubjectRow;
	}
}

/** How many topics and past papers a subject has, counted by the query that reads it. */
// biome-ignore lint/suspicious/noExplicitAny: Kysely's expression builder, of any query over subjects
export const subjectStats = (eb: any) => [
	eb
		.selectFrom('topics')
		.select(eb.fn.countAll().as('n'))
		.whereRef('topics.course_id', '=', 'subjects.course_id')
		.whereRef('topics.subject_id', '=', 'subjects.id')
		.as('topic_count'),
	eb
		.selectFrom('past_papers')
		.select(eb.fn.countAll().as('n'))
		.whereRef('past_papers.course_id', '=', 'subjects.course_id')
		.whereRef('past_papers.subject_id', '=', 'subjects.id')
		.as('paper_count'),
];

interface Stats {
	topic_count: number;
	paper_count: number;
}

/** A row as the API shows it. */
export const subjectToWire = ({
	id,
	name,
	order_num,
	published,
	free,
	course_id,
	topic_count,
	paper_count,
	created_at,
	updated_at,
	version,
}: Selectable<SubjectRow> & Stats): Subject => ({
	id,
	name,
	order_num,
	published,
	freeSubject: free,
	course_id,
	stats: { topicCount: topic_count, paperCount: paper_count },
	created_at,
	updated_at,
	version,
});

/** Past papers stay when their subject goes, and are no longer about it: a change of theirs. */
const unlinkPapers = async (
	trx: Db,
	place: { courseId: string; subjectId: string },
	by: AuditContext,
) => {
	const { courseId, subjectId } = place;
	const papers = await trx
		.updateTable('past_papers')
		.set(({ eb }) => ({
			subject_id: null,
			version: eb('version', '+', 1),
			updated_at: new Date().toISOString(),
		}))
		.where('course_id', '=', courseId)
		.where('subject_id', '=', subjectId)
		.returning(['id', 'name', 'exam_set_id'])
		.execute();
	if (papers.length === 0) return;
	const above = await trx
		.selectFrom('subjects')
		.innerJoin('courses', 'courses.id', 'subjects.course_id')
		.select(['subjects.name as subject', 'courses.name as course'])
		.where('subjects.id', '=', subjectId)
		.executeTakeFirstOrThrow();
	const examSets = await trx
		.selectFrom('exam_sets')
		.select(['id', 'name'])
		.where('course_id', '=', courseId)
		.execute();
	const names = new Map(examSets.map(({ id, name }) => [id, name]));
	for (const { id, name, exam_set_id } of papers)
		recordAudit(trx, by, {
			action: 'update',
			item: {
				kind: 'pastpaper',
				id,
				name,
				parents: [
					{ kind: 'course', id: courseId, name: above.course },
					{ kind: 'examset', id: exam_set_id, name: names.get(exam_set_id) ?? null },
				],
			},
			before: { subject_id: { id: subjectId, name: above.subject } },
			after: { subject_id: null },
			details: { cause: 'subject_deleted' },
		});
};

export const subjectStore = (db: Db) =>
	tableStore<typeof subjects, 'subjects', 'course_id', Stats>(
		{
			resource: subjects,
			table: 'subjects',
			place: ({ courseId }) => ({ course_id: courseId }),
			above: { course_id: 'courses' },
			parent: (handle, { courseId }) => courseStore(handle).at({ courseId }),
			extra: subjectStats,
			toWire: subjectToWire,
			toRow: ({ name, order_num, published, freeSubject }) => ({
				name,
				order_num,
				published,
				free: freeSubject,
			}),
			defaults: () => ({ order_num: 1, published: true, free: false }),
			deletionImpact: async (handle, { courseId, subjectId }) => {
				const place = { course_id: courseId, subject_id: subjectId };
				return {
					topics: await countOf(handle, 'topics', place),
					unlinkedPapers: await countOf(handle, 'past_papers', place),
				};
			},
			beforeRemove: unlinkPapers,
		},
		db,
	);
