import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { subjects } from '#shared/contract/subjects.ts';
import { listQuery } from '../../api/queries.ts';
import { FindFilter } from '../list/find-filter.tsx';
import { useListState } from '../list-state.ts';

/** Narrows a list across all courses to one subject of the course that it is narrowed to. */
export const SubjectFilter = () => {
	const [{ course_id: courseId = '' }] = useListState();
	const { data, isError } = useQuery({
		...listQuery(subjects, { courseId }),
		enabled: courseId !== '',
	});
	const options = useMemo(
		() => Object.fromEntries((data ?? []).map(({ id, name }) => [id, name])),
		[data],
	);
	if (courseId === '') return null;
	return (
		<FindFilter
			key={courseId}
			name="subject_id"
			label="Subject"
			all="All subjects"
			options={options}
			onWanted={() => {}}
			{...(data === undefined && {
				nothing: isError ? 'The subjects could not be loaded' : 'Loading…',
			})}
		/>
	);
};
