import { NONE } from '#shared/contract/lists.ts';
import { type Subject, subjects } from '#shared/contract/subjects.ts';
import { listQuery } from '../../api/queries.ts';
import { useListState } from '../address/list-state.ts';
import { FindFilter } from '../list/find-filter.tsx';

const namesIn = (found: readonly Subject[]) => [
	[NONE, 'No subject'] as const,
	...found.map(({ id, name }) => [id, name] as const),
];

/** Narrows a list across all courses to one subject of the course that it is narrowed to. */
export const SubjectFilter = () => {
	const [{ course_id: courseId }] = useListState();
	if (!courseId) return null;
	return (
		<FindFilter
			key={courseId}
			{...{ name: 'subject_id', label: 'Subject', plural: 'subjects', all: 'All subjects' }}
			query={listQuery(subjects, { courseId })}
			namesIn={namesIn}
		/>
	);
};
