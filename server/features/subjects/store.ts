import { subjects } from '#shared/contract/subjects.ts';
import { countNaming } from '../../content/impact.ts';
import { unlink } from '../../content/links.ts';
import { tableStore } from '../../content/table-store.ts';
import type { Untyped } from '../../content/tables.ts';
import { pastPaperStore } from '../past-papers/store.ts';

const countRows = (eb: Untyped) => [
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

export const subjectStore = tableStore(subjects, {
	extra: {
		columns: countRows,
		fields: ({ topic_count, paper_count }) => ({
			stats: { topicCount: topic_count, paperCount: paper_count },
		}),
	},
	alsoChanges: async (db, which) => ({
		unlinkedPapers: await countNaming(db, 'pastPapers', 'subject_id', 'subjects', which),
	}),
	// Past papers stay, and are no longer about it: a change of theirs.
	beforeRemove: (db, { courseId, subjectId }, by) => {
		const about = { course_id: courseId, subject_id: subjectId };
		return unlink(db, pastPaperStore, 'subject_id', about, { by, cause: 'subject_deleted' });
	},
});
