import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { courses } from '#shared/contract/courses.ts';
import { examSets } from '#shared/contract/exam-sets.ts';
import type { IntakeRow } from '#shared/contract/intake.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { listQuery } from '../../api/queries.ts';
import { courseNames } from '../../ui/cross-list/course-names.ts';
import type { Names } from './columns.ts';

/** What is known of the courses that rows are of: their subjects and exam sets by course. */
const useByCourse = <Item>(
	ids: readonly string[],
	results: readonly { data: Item[] | undefined }[],
) => {
	const lists = results.map(({ data }) => data);
	// biome-ignore lint/correctness/useExhaustiveDependencies: its parts stay the same while nothing changes
	return useMemo(() => {
		const byCourse = new Map(ids.map((id, index) => [id, lists[index] ?? []]));
		return (course: string | null) => byCourse.get(course ?? '') ?? [];
	}, [ids.join(), ...lists]);
};

/** The names of what the rows of a batch refer to, and of what they may refer to. */
export const useNames = (rows: readonly IntakeRow[]): Names => {
	const all = useQuery(listQuery(courses, {}));
	const ids = [...new Set(rows.flatMap(({ values }) => values.course_id ?? []))].sort();
	const subjectLists = useQueries({
		queries: ids.map((courseId) => listQuery(subjects, { courseId })),
	});
	const setLists = useQueries({
		queries: ids.map((courseId) => listQuery(examSets, { courseId })),
	});
	const subjectsOf = useByCourse(ids, subjectLists);
	const setsOf = useByCourse(ids, setLists);
	return useMemo(
		() => ({ courses: courseNames(all.data ?? []), subjectsOf, setsOf }),
		[all.data, subjectsOf, setsOf],
	);
};
