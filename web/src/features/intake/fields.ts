import { seriesWords } from '#shared/contract/exam-sets.ts';
import type { IntakeField, IntakeRow, IntakeValues } from '#shared/contract/intake.ts';
import { paperKindWords } from '#shared/contract/past-papers.ts';
import type { Names } from './use-names.ts';

/** Labels of the values of a row, in the order of the row dialog. */
export const labels: Readonly<Record<IntakeField, string>> = {
	course_id: 'Course',
	subject_id: 'Subject',
	year: 'Year',
	series: 'Series',
	exam_set: 'Exam set',
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

/** A column of the table: its heading and the text of its cells. */
interface Column {
	heading: string;
	show: (values: IntakeValues, names: Names) => string;
}

export const courseColumn: Column = {
	heading: 'Course',
	show: ({ course_id }, { courses }) => courses.find(([id]) => id === course_id)?.[1] ?? '',
};

export const columns: readonly Column[] = [
	{
		heading: 'Subject',
		show: ({ course_id, subject_id }, names) =>
			names.subjectsOf(course_id).find(({ id }) => id === subject_id)?.name ?? '',
	},
	{
		heading: 'Series',
		show: ({ year, series }) => [series && seriesWords[series], year].filter(Boolean).join(' '),
	},
	{
		heading: 'Exam set',
		show: ({ exam_set }) =>
			exam_set === null ? '' : `${exam_set.name}${exam_set.id === null ? ' (new)' : ''}`,
	},
	{ heading: 'Paper name', show: ({ name }) => name ?? '' },
	{ heading: 'Codes', show: ({ codes }) => codes.join(', ') },
	{ heading: 'Kind', show: ({ kind }) => (kind === 'paper' ? '' : paperKindWords[kind]) },
];

/** Returns values with a change. A subject and an exam set belong to their course and go with it. */
export const withValues = (values: IntakeValues, given: Partial<IntakeValues>): IntakeValues => {
	const hasMoved = given.course_id !== undefined && given.course_id !== values.course_id;
	return { ...values, ...(hasMoved && { subject_id: null, exam_set: null }), ...given };
};

/** Returns the values that all rows share; the others are empty. */
export const sharedValues = (rows: readonly IntakeRow[]) => {
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
