import type { IntakeRow, IntakeValues } from '#shared/contract/intake.ts';
import type { Names } from './columns.ts';

export const names: Names = {
	courses: [
		['c1', 'Diploma in Electrical Engineering'],
		['c2', 'Certificate in Plumbing'],
		['c3', 'Certificate in Welding'],
	],
	subjectsOf: (course) => (course === 'c1' ? [{ id: 's1', name: 'Mathematics' }] : []),
	setsOf: (course) => (course === 'c1' ? [{ id: 'e1', name: '2023 July Series', year: 2023 }] : []),
};

const values: IntakeValues = {
	course_id: 'c1',
	subject_id: null,
	year: 2023,
	series: 'july',
	exam_set: null,
	name: null,
	codes: [],
	kind: 'paper',
	source: null,
};

/** A row of a batch, as the server tells of one. */
export const rowOf = (
	id: string,
	some: Partial<IntakeValues> = {},
	more: Partial<IntakeRow> = {},
) =>
	({
		id,
		n: Number(id),
		path: `2023 July/${id}.pdf`,
		file: { url: `/files/${id}.pdf`, name: `${id}.pdf`, size: 100, type: 'application/pdf' },
		inside: null,
		values: { ...values, ...some },
		from: {},
		problems: [],
		skipped: false,
		paper_id: null,
		error: null,
		...more,
	}) as IntakeRow;
