import type { Selectable } from 'kysely';
import { yearInNairobi } from '#shared/calendar.ts';
import { type ExamSet, examSets } from '#shared/contract/exam-sets.ts';
import { countOf } from '../../content/count.ts';
import { tableStore } from '../../content/table-store.ts';
import type { ContentRow } from '../../content/tables.ts';
import type { Db } from '../../db/database.ts';
import { courseStore } from '../courses/store.ts';

interface ExamSetRow extends ContentRow {
	course_id: string;
	year: number;
	published: boolean;
}

declare module '../../content/tables.ts' {
	interface ContentTables {
		exam_sets: ExamSetRow;
	}
}

/** A row as the API shows it. */
export const examSetToWire = ({
	id,
	name,
	year,
	order_num,
	published,
	course_id,
	created_at,
	updated_at,
	version,
}: Selectable<ExamSetRow>): ExamSet => ({
	id,
	name,
	year,
	order_num,
	is_published: published,
	course_id,
	created_at,
	updated_at,
	version,
});

export const examSetStore = (db: Db) =>
	tableStore(
		{
			resource: examSets,
			table: 'exam_sets',
			place: ({ courseId }) => ({ course_id: courseId }),
			above: { course_id: 'courses' },
			parent: (handle, { courseId }) => courseStore(handle).at({ courseId }),
			toWire: examSetToWire,
			toRow: ({ name, year, order_num, is_published }) => ({
				name,
				year,
				order_num,
				published: is_published,
			}),
			defaults: () => ({ year: yearInNairobi(new Date()), order_num: 1, published: false }),
			deletionImpact: async (handle, { courseId, examSetId }) => ({
				pastpapers: await countOf(handle, 'past_papers', {
					course_id: courseId,
					exam_set_id: examSetId,
				}),
			}),
		},
		db,
	);
