import { sql } from 'kysely';
import {
	type Coverage,
	type CoverageCell,
	type CoverageColumn,
	type CoverageState,
	coverageStates,
} from '#shared/contract/coverage.ts';
import { type Series, seriesWords } from '#shared/contract/exam-sets.ts';
import type { Db } from '../../db/database.ts';
import { courseStore } from '../content.ts';

/** A mark for an exam that did not take place: of one subject, or, without one, of the whole course. */
interface NotHeldRow {
	id: string;
	course_id: string;
	subject_id: string | null;
	year: number;
	series: Series | null;
	at: string;
	/** Kind and id in one text, as in the audit trail. */
	actor: string;
	actor_name: string;
}

declare module '../../db/schema.ts' {
	interface Schema {
		not_held: NotHeldRow;
	}
}

/** A row of the statement that reads a course: a subject, a series, a paper, or a mark. */
interface Part {
	part: 'subject' | 'series' | 'paper' | 'mark';
	id: string | null;
	/** The name of a subject, or of the person who made a mark. */
	name: string | null;
	subject_id: string | null;
	year: number | null;
	series: Series | null;
	state: CoverageState | null;
	at: string | null;
}

const partsOf = async (db: Db, courseId: string) => {
	const { rows } = await sql<Part>`
		select 'subject' as part, id, name, id as subject_id, cast(null as integer) as year,
			cast(null as text) as series, cast(null as text) as state, cast(null as text) as at,
			order_num as n, name_key as k
		from subjects where course_id = ${courseId}
		union all
		select distinct 'series', null, null, null, year, series, null, null, 0, null
		from exam_sets where course_id = ${courseId}
		union all
		select 'paper', papers.id, null, papers.subject_id, sets.year, sets.series,
			case when coalesce(papers.url, '') = '' then 'no_file'
				when papers.published then 'published' else 'draft' end,
			null, papers.order_num, papers.name_key
		from past_papers as papers
		join exam_sets as sets on sets.course_id = papers.course_id and sets.id = papers.exam_set_id
		where papers.course_id = ${courseId} and papers.kind = 'paper'
		union all
		select 'mark', id, actor_name, subject_id, year, series, null, cast(at as text), 0, null
		from not_held where course_id = ${courseId}
		order by n, k, id`.execute(db);
	return rows;
};

const SERIES: readonly (Series | null)[] = [
	...(Object.keys(seriesWords) as Series[]).toReversed().filter((each) => each !== 'other'),
	'other',
	null,
];

/** Sorts columns newest first: by year, then month, then series without a month. */
export const byNewest = (a: CoverageColumn, b: CoverageColumn) =>
	b.year - a.year || SERIES.indexOf(a.series) - SERIES.indexOf(b.series);

const keyOf = (subjectId: string | null, { year, series }: CoverageColumn) =>
	`${subjectId ?? ''} ${year} ${series ?? ''}`;

const best = (states: readonly (CoverageState | null)[]) =>
	coverageStates.find((state) => states.includes(state)) ?? null;

/** Groups rows by their cell: subject, year and series. */
const byCell = (parts: readonly Part[]) =>
	Map.groupBy(parts, ({ subject_id, ...of }) => keyOf(subject_id, of as CoverageColumn));

/**
 * Returns the papers that a course has and lacks, read by one statement. Marking schemes are not counted as papers.
 * Rejects with `not_found` for an unknown course.
 */
export const coverageOf = async (db: Db, courseId: string): Promise<Coverage> => {
	await courseStore(db).get({ courseId });
	const parts = Map.groupBy(await partsOf(db, courseId), ({ part }) => part);
	const [subjects, sets, papers, marks] = (['subject', 'series', 'paper', 'mark'] as const).map(
		(part) => parts.get(part) ?? [],
	) as [Part[], Part[], Part[], Part[]];
	const known = new Set(subjects.map(({ id }) => id));
	const validMarks = marks.filter(({ subject_id }) => subject_id === null || known.has(subject_id));
	// A mark of one subject does not add a column: only exam sets and marks of the whole course do.
	const ofCourse = validMarks.filter(({ subject_id }) => subject_id === null);
	const columns = [
		...new Map(
			[...sets, ...ofCourse].map(({ year, series }) => {
				const column = { year: year as number, series };
				return [keyOf(null, column), column] as const;
			}),
		).values(),
	].sort(byNewest);
	const [papersByCell, marksByCell] = [byCell(papers), byCell(validMarks)];

	const cellOf = (subjectId: string | null, column: CoverageColumn): CoverageCell => {
		const own = papersByCell.get(keyOf(subjectId, column));
		if (own)
			return {
				state: best(own.map(({ state }) => state)),
				papers: own.map(({ id }) => id as string),
			};
		const [wholeMark] = marksByCell.get(keyOf(null, column)) ?? [];
		const [subjectMark] =
			subjectId === null ? [] : (marksByCell.get(keyOf(subjectId, column)) ?? []);
		const mark = wholeMark ?? subjectMark;
		if (!mark) return { state: subjectId === null ? null : 'missing', papers: [] };
		const at = new Date(mark.at as string).toISOString();
		const marked = { by: mark.name as string, at, whole: mark === wholeMark };
		return { state: 'not_held', papers: [], marked };
	};
	const listed = [
		...subjects.map(({ id, name }) => ({ id: id as string, name: name as string })),
		...(papers.some(({ subject_id }) => subject_id === null) ? [null] : []),
	];
	const rows = listed.map((subject) => ({
		subject,
		cells: columns.map((column) => cellOf(subject?.id ?? null, column)),
	}));
	const states = rows.flatMap(({ cells }) => cells.map(({ state }) => state));
	const totals = Object.fromEntries(
		coverageStates.map((state) => [state, states.filter((each) => each === state).length]),
	) as Coverage['totals'];
	return { columns, rows, totals };
};

/** Deletes the marks of courses and subjects that are permanently deleted with a deletion. */
export const forgetNotHeld = async (trx: Db, deletion: string) => {
	const deletedItems = trx
		.selectFrom('trash_rows')
		.select('item_id')
		.where('deletion_id', '=', deletion)
		.where('kind', 'in', ['courses', 'subjects']);
	await trx
		.deleteFrom('not_held')
		.where(({ or, eb }) =>
			or([eb('course_id', 'in', deletedItems), eb('subject_id', 'in', deletedItems)]),
		)
		.execute();
};
