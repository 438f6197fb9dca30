import { subjects } from '#shared/contract/subjects.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { AuditContext } from '../../audit-context.ts';
import { aboveOf, parentColumns, refOf, selectNames } from '../../content/content-audit.ts';
import { countOf } from '../../content/count.ts';
import { tableStore } from '../../content/table-store.ts';
import type { Db } from '../../db/database.ts';
import { lockRows } from '../../db/engine.ts';

/** How many topics and past papers a subject has, counted by the query that reads it. */
// biome-ignore lint/suspicious/noExplicitAny: Kysely's expression builder, of any query over subjects
const countRows = (eb: any) => [
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

/** Past papers stay when their subject goes, and are no longer about it: a change of theirs. */
const unlinkPapers = async (
	trx: Db,
	place: { courseId: string; subjectId: string },
	by: AuditContext,
) => {
	const { courseId, subjectId } = place;
	const parents = parentColumns('pastPapers');
	const linked = trx
		.selectFrom('past_papers')
		.selectAll()
		.select(selectNames('pastPapers', [...parents, ['subject_id', 'subjects']]))
		.where('course_id', '=', courseId)
		.where('subject_id', '=', subjectId);
	const papers = await lockRows(trx, linked, 'change').execute();
	if (papers.length === 0) return;
	await trx
		.updateTable('past_papers')
		.set(({ eb }) => ({
			subject_id: null,
			version: eb('version', '+', 1),
			updated_at: new Date().toISOString(),
		}))
		.where('course_id', '=', courseId)
		.where('subject_id', '=', subjectId)
		.execute();
	for (const paper of papers)
		recordAudit(trx, by, {
			action: 'update',
			item: { ...refOf('pastPapers', paper), parents: aboveOf('pastPapers', paper) },
			before: { subject_id: { id: subjectId, name: paper.subject_name } },
			after: { subject_id: null },
			details: { cause: 'subject_deleted' },
		});
};

export const subjectStore = tableStore(subjects, {
	extra: {
		columns: countRows,
		fields: ({ topic_count, paper_count }) => ({
			stats: { topicCount: topic_count, paperCount: paper_count },
		}),
	},
	defaults: () => ({ order_num: 1, published: true, free: false }),
	alsoChanges: async (db, { courseId, subjectId }) => ({
		unlinkedPapers: await countOf(db, 'past_papers', {
			course_id: courseId,
			subject_id: subjectId,
		}),
	}),
	beforeRemove: unlinkPapers,
});
