import { useQuery } from '@tanstack/react-query';
import { type Course, categories, courses } from '#shared/contract/courses.ts';
import { listQuery } from '../../api/queries.ts';
import { FilterField } from '../list/filter-bar.tsx';
import { useListState } from '../list-state.ts';

/** A course by its name, and by its category too where another has the same name. */
const label = ({ name, category_id }: Course, rows: readonly Course[]) =>
	rows.some((row) => row.name === name && row.category_id !== category_id)
		? `${name} (${categories[category_id]})`
		: name;

/** Narrows a list across all courses to one of them. */
export const CourseFilter = () => {
	const [{ course_id }] = useListState();
	const { data } = useQuery(listQuery(courses, {}));
	const options = Object.fromEntries((data ?? []).map((row) => [row.id, label(row, data ?? [])]));
	// A choice that is not in the list still narrows it, so it has to be seen to be taken back.
	if (course_id && options[course_id] === undefined) {
		options[course_id] = data ? 'Unknown course' : 'Loading…';
	}
	return (
		<FilterField name="course_id" label="Course" all="All courses" options={options} searchable />
	);
};
