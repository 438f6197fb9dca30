import { pastPapers } from '#shared/contract/past-papers.ts';
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
