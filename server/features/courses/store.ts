import { courses } from '#shared/contract/courses.ts';
import { countOf } from '../../content/count.ts';
import { tableStore } from '../../content/table-store.ts';
import type { ContentRow } from '../../content/tables.ts';
import type { Db } from '../../db/database.ts';

interface CourseRow extends ContentRow {
	description: string | null;
	duration: number | null;
	price: number | null;
	category_id: 'cat_diploma' | 'cat_certificate' | 'cat_artisan';
}

declare module '../../content/tables.ts' {
	interface ContentTables {
		courses: CourseRow;
	}
}

export const courseStore = (db: Db) =>
	tableStore(
		{
			resource: courses,
			table: 'courses',
			place: () => ({}),
			above: {},
			toWire: ({
				id,
				name,
				description,
				duration,
				price,
				order_num,
				category_id,
				created_at,
				updated_at,
				version,
			}) => ({
				id,
				name,
				description,
				duration,
				price,
				order_num,
				category_id,
				created_at,
				updated_at,
				version,
			}),
			toRow: ({ name, description, duration, price, order_num, category_id }) => ({
				name,
				// Blank text is no description, however it was sent.
				description: description === '' ? null : description,
				duration,
				price,
				order_num,
				category_id,
			}),
			deletionImpact: async (handle, { courseId }) => ({
				subjects: await countOf(handle, 'subjects', { course_id: courseId }),
				topics: await countOf(handle, 'topics', { course_id: courseId }),
				examsets: await countOf(handle, 'exam_sets', { course_id: courseId }),
				pastpapers: await countOf(handle, 'past_papers', { course_id: courseId }),
			}),
		},
		db,
	);
