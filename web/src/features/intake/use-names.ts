import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { courses } from '#shared/contract/courses.ts';
import { type ExamSet, examSets } from '#shared/contract/exam-sets.ts';
import type { IntakeRow } from '#shared/contract/intake.ts';
import { type Subject, subjects } from '#shared/contract/subjects.ts';
import { listQuery } from '../../api/queries.ts';
import { courseNames } from '../../ui/list/find-filter.tsx';

/** The courses, subjects and exam sets that rows can refer to. */
export interface Names {
	courses: readonly (readonly [id: string, name: string])[];
	subjectsOf: (course: string | null) => readonly Pick<Subject, 'id' | 'name'>[];
	setsOf: (course: string | null) => readonly Pick<ExamSet, 'id' | 'name' | 'year'>[];
}

/** Loads the courses, and the subjects and exam sets of the courses that rows are in. */
export const useNames = (rows: readonly IntakeRow[]): Names => {
	const all = useQuery(listQuery(courses, {}));
	const ids = [...new Set(rows.flatMap(({ values }) => values.course_id ?? []))];
	/** Groups lists by course; returns the same object while no list changes. */
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
