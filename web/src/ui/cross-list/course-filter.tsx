import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Course, categories, courses } from '#shared/contract/courses.ts';
import { listQuery } from '../../api/queries.ts';
import { FindFilter } from '../list/find-filter.tsx';
import { useListState } from '../list-state.ts';

/** Courses by their names, and by their categories too where two of one name differ in that. */
const named = (rows: readonly Course[]) => {
	const categoriesOf = new Map<string, Set<string>>();
	for (const { name, category_id } of rows)
		categoriesOf.set(name, (categoriesOf.get(name) ?? new Set()).add(category_id));
	return rows.map(({ id, name, category_id }) => [
		id,
		categoriesOf.get(name)?.size === 1 ? name : `${name} (${categories[category_id]})`,
	]);
};

/** Narrows a list across all courses to one of them. Their names are fetched when somebody wants to. */
export const CourseFilter = () => {
	const [{ course_id }] = useListState();
	const [wanted, setWanted] = useState(false);
	const { data, isError } = useQuery({
		...listQuery(courses, {}),
		enabled: wanted || course_id !== undefined,
	});
	const options = useMemo(() => {
		const found: Record<string, string> = Object.fromEntries(named(data ?? []));
		// A choice that is not in the list still narrows it, so it has to be seen to be taken back.
		if (course_id && found[course_id] === undefined)
			found[course_id] = data ? 'Unknown course' : 'Loading…';
		return found;
	}, [data, course_id]);
	return (
		<FindFilter
			name="course_id"
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
