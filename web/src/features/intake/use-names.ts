import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { courses } from '#shared/contract/courses.ts';
import { type ExamSet, examSets } from '#shared/contract/exam-sets.ts';
import type { IntakeRow } from '#shared/contract/intake.ts';
import { type Subject, subjects } from '#shared/contract/subjects.ts';
import { listQuery } from '../../api/queries.ts';
import { courseNames } from '../../ui/cross-list/course-names.ts';
import type { Names } from './columns.ts';

/** The names of what the rows of a batch refer to, and of what they may refer to. */
export const useNames = (rows: readonly IntakeRow[]): Names => {
	const all = useQuery(listQuery(courses, {}));
	const ids = [...new Set(rows.flatMap(({ values }) => values.course_id ?? []))];
	/** By course; the same object while nothing of it changes. */
	const byCourse = <Item>(lists: readonly { data: Item[] | undefined }[]) =>
		Object.fromEntries(ids.map((id, index) => [id, lists[index]?.data ?? []]));
	const subjectsBy = useQueries({
		queries: ids.map((courseId) => listQuery(subjects, { courseId })),
		combine: byCourse<Subject>,
	});
	const setsBy = useQueries({
		queries: ids.map((courseId) => listQuery(examSets, { courseId })),
		combine: byCourse<ExamSet>,
	});
	return useMemo(
		() => ({
			courses: courseNames(all.data ?? []),
			subjectsOf: (course) => subjectsBy[course ?? ''] ?? [],
			setsOf: (course) => setsBy[course ?? ''] ?? [],
		}),
		[all.data, subjectsBy, setsBy],
	);
};
