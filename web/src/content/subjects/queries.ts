import { allPastPapers } from '#shared/contract/platform/lists.ts';
import { buildAllQuery } from '../../platform/api/queries.ts';

/** Maximum page size of a list; a subject with more papers gets a link to the full list. */
const SHOWN = '100';

/** Returns the filters of the papers of a subject, for the list across courses. */
export const filterPapers = ({ courseId, subjectId }: { courseId: string; subjectId: string }) => ({
	course_id: courseId,
	subject_id: subjectId,
});

/** Fetches the first papers of a subject, in display order. */
export const buildSubjectPapersQuery = (place: { courseId: string; subjectId: string }) =>
	buildAllQuery(allPastPapers, {
		...filterPapers(place),
		sort: 'order_num',
		limit: SHOWN as never,
	});
