import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { courses } from '#shared/contract/content/courses.ts';
import { type ExamSet, examSets } from '#shared/contract/content/exam-sets.ts';
import { type Subject, subjects } from '#shared/contract/content/subjects.ts';
import type { IntakeField, IntakeRow, IntakeValues } from '#shared/contract/papers/intake.ts';
import { listQuery } from '../../platform/api/queries.ts';
import { listCourseNames } from '../../platform/ui/fields/find-filter.tsx';

/** Labels of the values of a row, in the order of the row dialog. */
export const labels: Readonly<Record<IntakeField, string>> = {
	course_id: 'Course',
	subject_id: 'Subject',
	year: 'Year',
	series: 'Series',
	exam_set: 'Exam Set',
	name: 'Paper name',
	codes: 'Codes',
	kind: 'Kind',
	source: 'Source',
};
const fields = Object.keys(labels) as IntakeField[];

/** The values of a row without any. */
const emptyValues: IntakeValues = {
	course_id: null,
	subject_id: null,
	year: null,
	series: null,
	exam_set: null,
	name: null,
	codes: [],
	kind: 'paper',
	source: null,
};

/** Returns values with a change. A subject and an exam set belong to their course and go with it. */
export const withValues = (values: IntakeValues, given: Partial<IntakeValues>): IntakeValues => {
	const hasMoved = given.course_id !== undefined && given.course_id !== values.course_id;
	return { ...values, ...(hasMoved && { subject_id: null, exam_set: null }), ...given };
};

/** Returns the values that all rows share; the others are empty. */
export const findSharedValues = (rows: readonly IntakeRow[]) => {
	const [first = emptyValues, ...others] = rows.map(({ values }) => values);
	const isShared = (field: IntakeField) =>
		others.every((each) => JSON.stringify(each[field]) === JSON.stringify(first[field]));
	const shared = fields.filter(isShared);
	const values: IntakeValues = {
		...emptyValues,
		...Object.fromEntries(shared.map((field) => [field, first[field]])),
	};
	return { shared, values };
};

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
			courses: listCourseNames(all.data ?? []),
			subjectsOf: (course) => subjectsBy[course ?? ''] ?? [],
			setsOf: (course) => setsBy[course ?? ''] ?? [],
		}),
		[all.data, subjectsBy, setsBy],
	);
};
