import { type ExamSet, seriesWords, YEAR_MAX, YEAR_MIN } from '#shared/contract/exam-sets.ts';
import type { IntakeField, IntakeRow, IntakeValues } from '#shared/contract/intake.ts';
import { paperKindWords } from '#shared/contract/past-papers.ts';
import type { Subject } from '#shared/contract/subjects.ts';

/** What ids stand for, as far as it is known. */
export interface Names {
	courses: readonly (readonly [id: string, name: string])[];
	subjectsOf: (course: string | null) => readonly Pick<Subject, 'id' | 'name'>[];
	setsOf: (course: string | null) => readonly Pick<ExamSet, 'id' | 'name' | 'year'>[];
}

/** A value as it was read from what a person typed or pasted, or why it cannot be one. */
export type Read = { value: unknown } | { wrong: string };

/** A column whose cells can be corrected: its values as text, and back. */
export interface Column {
	field: IntakeField;
	label: string;
	/** Percent of the width. */
	width: number;
	show: (values: IntakeValues, names: Names) => string;
	read: (text: string, values: IntakeValues, names: Names) => Read;
	/** What it may be, all of it or the most likely. */
	options?: (values: IntakeValues, names: Names) => readonly string[];
	numeric?: boolean;
	/** All that it may be is a handful. */
	few?: boolean;
}

const folded = (text: string) => text.trim().toLocaleLowerCase('en');

type Named = readonly [value: unknown, name: string];

/** Those that a text can mean: by its whole name, else by its beginning, else by a part of it. */
const meant = (text: string, choices: readonly Named[]): readonly Named[] => {
	const sought = folded(text);
	const named = choices.map((choice) => [choice, folded(choice[1])] as const);
	const by = (fits: (name: string) => boolean) =>
		named.filter(([, name]) => fits(name)).map(([choice]) => choice);
	const whole = by((name) => name === sought).slice(0, 1);
	if (whole.length > 0) return whole;
	const begun = by((name) => name.startsWith(sought));
	return begun.length > 0 ? begun : by((name) => name.includes(sought));
};

const oneOf =
	(choices: readonly Named[], none: unknown, what: string) =>
	(text: string): Read => {
		if (text.trim() === '') return { value: none };
		const [found, another] = meant(text, choices);
		if (another) return { wrong: `More than one ${what} is called so: choose one` };
		return found ? { value: found[0] } : { wrong: `No ${what} is called “${text.trim()}”` };
	};

const nameIn = (choices: readonly Named[], value: unknown) =>
	value === null ? '' : (choices.find(([each]) => each === value)?.[1] ?? '…');

const subjectsIn = (values: IntakeValues, names: Names): readonly Named[] =>
	names.subjectsOf(values.course_id).map(({ id, name }) => [id, name]);

const text = (field: 'name' | 'source', label: string, width: number): Column => ({
	field,
	label,
	width,
	show: (values) => values[field] ?? '',
	read: (typed) => ({ value: typed.trim() || null }),
});

const fixed = (
	field: 'series' | 'kind',
	label: string,
	width: number,
	words: Readonly<Record<string, string>>,
	none: string | null,
): Column => ({
	field,
	label,
	width,
	show: (values) => words[values[field] ?? ''] ?? '',
	read: oneOf(Object.entries(words), none, label.toLowerCase()),
	options: () => Object.values(words),
	few: true,
});

const NEVER_A_YEAR = `Year must be from ${YEAR_MIN} to ${YEAR_MAX}`;

/** The columns between the file and its problems, in their order. */
export const columns: readonly Column[] = [
	{
		field: 'course_id',
		label: 'Course',
		width: 10,
		show: ({ course_id }, { courses }) => nameIn(courses, course_id),
		read: (typed, _, { courses }) => oneOf(courses, null, 'course')(typed),
		options: (_, { courses }) => courses.map(([, name]) => name),
	},
	{
		field: 'subject_id',
		label: 'Subject',
		width: 10,
		show: (values, names) => nameIn(subjectsIn(values, names), values.subject_id),
		read: (typed, values, names) =>
			values.course_id === null && typed.trim() !== ''
				? { wrong: 'Choose its course first' }
				: oneOf(subjectsIn(values, names), null, 'subject of the course')(typed),
		options: (values, names) => subjectsIn(values, names).map(([, name]) => name),
	},
	{
		field: 'year',
		label: 'Year',
		width: 4.5,
		numeric: true,
		show: ({ year }) => String(year ?? ''),
		read: (typed) => {
			if (typed.trim() === '') return { value: null };
			const year = /^\s*\d{4}\s*$/.test(typed) ? Number(typed) : 0;
			return year >= YEAR_MIN && year <= YEAR_MAX ? { value: year } : { wrong: NEVER_A_YEAR };
		},
	},
	fixed('series', 'Series', 7.5, seriesWords, null),
	{
		field: 'exam_set',
		label: 'Exam set',
		width: 11,
		show: ({ exam_set }) => exam_set?.name ?? '',
		read: (typed, { course_id }, names) => {
			const name = typed.trim();
			if (name === '') return { value: null };
			const there = names.setsOf(course_id).find((set) => folded(set.name) === folded(name));
			return { value: there ? { id: there.id, name: there.name } : { id: null, name } };
		},
		options: ({ course_id, year }, names) =>
			names
				.setsOf(course_id)
				.toSorted((a, b) => Number(b.year === year) - Number(a.year === year) || b.year - a.year)
				.map(({ name }) => name),
	},
	text('name', 'Paper name', 12),
	{
		field: 'codes',
		label: 'Codes',
		width: 7.5,
		show: ({ codes }) => codes.join(', '),
		read: (typed) => ({
			value: [
				...new Set(
					typed
						.replace(/\s*\/\s*/g, '/')
						.split(/[,;\s]+/)
						.filter((code) => code !== ''),
				),
			],
		}),
	},
	fixed('kind', 'Kind', 6.5, paperKindWords, 'paper'),
];

/** Where it is from, with whose permission: no column of its own, as it mostly is the same for all. */
export const source = text('source', 'Source', 12);

/** Reads texts one after the other: a subject is one of the course that was read before it. */
export const readTexts = (
	texts: readonly (readonly [column: Column, text: string])[],
	before: IntakeValues,
	names: Names,
) => {
	const taken: Partial<IntakeValues> = {};
	const wrong: { [Field in IntakeField]?: string } = {};
	for (const [column, typed] of texts) {
		const read = column.read(typed, { ...before, ...taken }, names);
		if ('wrong' in read) wrong[column.field] = read.wrong;
		else Object.assign(taken, { [column.field]: read.value });
	}
	return { taken, wrong };
};

/** What the cells of a row are emptied to. */
export const emptied: IntakeValues = {
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

const FROM = {
	name: 'from the name of the file',
	folder: 'from the name of its folder',
	page: 'from its first page',
	person: 'set by hand',
} as const;

/** Where the value of a cell comes from: 'from its first page'; empty where nothing says so. */
export const fromWords = ({ from, values }: IntakeRow, field: IntakeField) => {
	const where = from[field];
	const made = field === 'exam_set' && isNewSet(values) ? 'made when the row is saved' : '';
	return [made, where && FROM[where]].filter(Boolean).join(', ');
};

/** Whether the exam set of a row is still to be made. */
export const isNewSet = ({ exam_set }: IntakeValues) => exam_set !== null && exam_set.id === null;
