import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { courses } from '#shared/contract/courses.ts';
import { listQuery } from '../../api/queries.ts';
import { FindFilter, type FindFilterProps } from '../list/find-filter.tsx';
import { useListState } from '../list-state.ts';
import { courseNames } from './course-names.ts';

/** Narrows a list across all courses to one of them. Their names are fetched when somebody wants to. */
export const CourseFilter = ({ clears }: Pick<FindFilterProps, 'clears'>) => {
	const [{ course_id }] = useListState();
	const [wanted, setWanted] = useState(false);
	const { data, isError } = useQuery({
		...listQuery(courses, {}),
		enabled: wanted || course_id !== undefined,
	});
	const options = useMemo(() => {
		const found: Record<string, string> = Object.fromEntries(courseNames(data ?? []));
		// A choice that is not in the list still narrows it, so it has to be seen to be taken back.
		if (course_id && found[course_id] === undefined)
			found[course_id] = data ? 'Unknown course' : 'Loading…';
		return found;
	}, [data, course_id]);
	return (
		<FindFilter
			name="course_id"
			{...(clears && { clears })}
			label="Course"
			all="All courses"
			options={options}
			onWanted={() => setWanted(true)}
			{...(data === undefined && {
				nothing: isError ? 'The courses could not be loaded' : 'Loading…',
			})}
		/>
	);
};
