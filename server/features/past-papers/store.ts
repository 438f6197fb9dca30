import { pastPapers } from '#shared/contract/past-papers.ts';
import { withoutFile } from '../../content/list-page.ts';
import { holdItem } from '../../content/rows.ts';
import { tableStore } from '../../content/table-store.ts';
import type { Db } from '../../db/database.ts';
import { AppError, invalid } from '../../errors.ts';
import { requireOwnFile } from '../files/store.ts';

const requireSubject = async (db: Db, courseId: string, subjectId: string | null | undefined) => {
	if (subjectId === null || subjectId === undefined) return;
	try {
		await holdItem(db, 'subjects', { courseId, subjectId });
	} catch (error) {
		if (error instanceof AppError && error.code === 'not_found')
			throw invalid('subject_id', 'Subject must be one of the course');
		throw error;
	}
};

export const pastPaperStore = tableStore(pastPapers, {
	references: { subject_id: 'subjects' },
	filters: {
		without_file: withoutFile,
		year: (eb, value) =>
			eb(
				eb.refTuple('past_papers.course_id', 'past_papers.exam_set_id'),
				'in',
				eb
					.selectFrom('exam_sets')
					.select(['exam_sets.course_id', 'exam_sets.id'])
					.where('exam_sets.year', '=', Number(value))
					.$asTuple('course_id', 'id'),
			),
	},
	defaults: async (nextOrder) => ({
		order_num: await nextOrder(),
		published: false,
		free: false,
		url: null,
		subject_id: null,
	}),
	check: async (db, { courseId }, { subject_id, url }) => {
		await requireSubject(db, courseId, subject_id);
		await requireOwnFile(db, url, 'url');
	},
});
