import type { IntakeField, IntakeRow, IntakeValues } from '#shared/contract/intake.ts';
import { columns, emptied, type Names, readTexts } from './columns.ts';

/** A correction of rows. `was` is shown until the server has said what is there instead of what is forgotten. */
export interface Correction {
	ids: string[];
	values?: Partial<IntakeValues>;
	/** What a person has set there, to be read anew. */
	forget?: IntakeField[];
	skipped?: boolean;
	was?: Partial<IntakeValues>;
}

/** Corrections of single rows, as few as say the same. */
export const gathered = (
	single: readonly (readonly [row: IntakeRow, what: Omit<Correction, 'ids'>])[],
): Correction[] =>
	[...Map.groupBy(single, ([, what]) => JSON.stringify(what)).values()].map((alike) => ({
		...alike[0]?.[1],
		ids: alike.map(([{ id }]) => id),
	}));

/** Some of the values of a row. */
export const picked = (
	values: Partial<IntakeValues>,
	fields: readonly IntakeField[],
): Partial<IntakeValues> => Object.fromEntries(fields.map((field) => [field, values[field]]));

/** The rows and columns that something is done with; `cols` count from the column of the file. */
export interface Area {
	rows: readonly IntakeRow[];
	cols: readonly [first: number, last: number];
}

const columnsIn = ([first, last]: Area['cols']) => columns.slice(Math.max(0, first - 1), last);
const fieldsIn = (cols: Area['cols']) => columnsIn(cols).map(({ field }) => field);

/** Values as another row can have them: a subject belongs to a course, and so does an exam set that is there already. */
const fitting = (
	given: Partial<IntakeValues>,
	{ values }: IntakeRow,
	from: string | null,
): Partial<IntakeValues> => {
	const course = given.course_id === undefined ? values.course_id : given.course_id;
	if (course === from) return given;
	const { subject_id: _, exam_set, ...rest } = given;
	return {
		...rest,
		...(exam_set !== undefined && { exam_set: exam_set && { ...exam_set, id: null } }),
	};
};

const sameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What is to be set in each row, without what a person has set so already. */
const corrections = (wanted: readonly (readonly [IntakeRow, Partial<IntakeValues>])[]) =>
	gathered(
		wanted.flatMap(([row, values]) => {
			const fields = (Object.keys(values) as IntakeField[]).filter(
				(field) => !sameValue(values[field], row.values[field]) || row.from[field] !== 'person',
			);
			return fields.length > 0 ? [[row, { values: picked(values, fields) }] as const] : [];
		}),
	);

/** Sets values in rows. `course` is that of the row where they were chosen. */
export const set = (
	rows: readonly IntakeRow[],
	values: Partial<IntakeValues>,
	course: string | null,
) => corrections(rows.map((row) => [row, fitting(values, row, course)]));

/** Empties cells, but for those that are empty. */
export const clear = ({ rows, cols }: Area) =>
	corrections(
		rows.map((row) => {
			const filled = fieldsIn(cols).filter(
				(field) => !sameValue(emptied[field], row.values[field]),
			);
			return [row, picked(emptied, filled)];
		}),
	);

/** Gives the values of a row to those below it. */
export const fillDown = (source: IntakeRow, { rows, cols }: Area) =>
	set(
		rows.filter((row) => row !== source),
		picked(source.values, fieldsIn(cols)),
		source.values.course_id,
	);

/** Cells as a spreadsheet takes them: lines of texts with tabs between them. */
export const asText = ({ rows, cols }: Area, names: Names) =>
	rows
		.map(({ values, path }) => {
			const texts = columnsIn(cols).map((column) => column.show(values, names));
			return (cols[0] === 0 ? [path, ...texts] : texts).join('\t');
		})
		.join('\n');

interface Pasted {
	corrections: Correction[];
	/** What could not be taken, and why: the first of it. */
	refused: number;
	wrong?: string;
}

/**
 * Puts copied cells where the area begins; one line goes into each row of the area, and one text alone into each
 * cell. `below` are the rows on screen from the first of the area on.
 */
export const paste = (
	text: string,
	{ rows, cols }: Area,
	below: readonly IntakeRow[],
	names: Names,
): Pasted => {
	const lines = text
		.replace(/\r?\n$/, '')
		.split(/\r?\n/)
		// The column of the files says what they are called, and is not for writing.
		.map((line) => line.split('\t').slice(cols[0] === 0 ? 1 : 0));
	const [first = []] = lines;
	const one = lines.length === 1;
	const alone = one && first.length === 1;
	const into = alone ? columnsIn(cols) : columns.slice(Math.max(0, cols[0] - 1));
	const read = (one ? rows : below.slice(0, lines.length)).map((row, index) => {
		const line = alone ? into.map(() => first[0] ?? '') : one ? first : (lines[index] ?? []);
		const texts = into.slice(0, line.length).map((column, at) => [column, line[at] ?? ''] as const);
		return { row, ...readTexts(texts, row.values, names) };
	});
	const wrong = read.flatMap((each) => Object.values(each.wrong));
	return {
		corrections: corrections(read.map(({ row, taken }) => [row, taken])),
		refused: wrong.length,
		...(wrong[0] !== undefined && { wrong: wrong[0] }),
	};
};
