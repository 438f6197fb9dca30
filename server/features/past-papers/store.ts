import type { Selectable } from 'kysely';
import { type PastPaper, pastPapers } from '#shared/contract/past-papers.ts';
import { tableStore } from '../../content/table-store.ts';
import type { ContentRow } from '../../content/tables.ts';
import type { Db } from '../../db/database.ts';
import { AppError, invalid } from '../../errors.ts';
import { examSetStore } from '../exam-sets/store.ts';
import { requireOwnFile } from '../files/store.ts';
import { subjectStore } from '../subjects/store.ts';

interface PastPaperRow extends ContentRow {
	course_id: string;
	exam_set_id: string;
	subject_id: string | null;
	url: string | null;
	published: boolean;
	free: boolean;
}

declare module '../../content/tables.ts' {
	interface ContentTables {
		past_papers: PastPaperRow;
	}
}

const requireSubject = async (db: Db, courseId: string, subjectId: string | null | undefined) => {
	if (subjectId === null || subjectId === undefined) return;
	try {
		await subjectStore(db).at({ courseId, subjectId }).hold();
	} catch (error) {
		if (error instanceof AppError && error.code === 'not_found')
			throw invalid('subject_id', 'Subject must be one of the course');
		throw error;
	}
};

/** A row as the API shows it. */
export const pastPaperToWire = (row: Selectable<PastPaperRow>): PastPaper => ({
	id: row.id,
	name: row.name,
	url: row.url,
	published: row.published,
	free: row.free,
	order_num: row.order_num,
	examset_id: row.exam_set_id,
	course_id: row.course_id,
	subject_id: row.subject_id,
	created_at: row.created_at,
	updated_at: row.updated_at,
	version: row.version,
});

export const pastPaperStore = (db: Db) =>
	tableStore(
		{
			resource: pastPapers,
			table: 'past_papers',
			place: ({ courseId, examSetId }) => ({ course_id: courseId, exam_set_id: examSetId }),
			above: { course_id: 'courses', exam_set_id: 'exam_sets' },
			references: { subject_id: 'subjects' },
			parent: (handle, place) => examSetStore(handle).at(place),
			toWire: pastPaperToWire,
			toRow: ({ name, url, published, free, order_num, subject_id }) => ({
				name,
				url,
				published,
				free,
				order_num,
				subject_id,
			}),
			defaults: async (nextOrder) => ({
				order_num: await nextOrder(),
				published: false,
				free: false,
				url: null,
				subject_id: null,
			}),
			check: async (handle, { courseId }, { subject_id, url }) => {
				await requireSubject(handle, courseId, subject_id);
				await requireOwnFile(handle, url, 'url');
			},
		},
		db,
	);
