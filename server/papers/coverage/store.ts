import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { type Series, seriesWords } from '#shared/contract/content/exam-sets.ts';
import {
	type Coverage,
	type CoverageCell,
	type CoverageColumn,
	type CoverageState,
	coverageStates,
	formatColumn,
	type Lacking,
	type NotHeld,
} from '#shared/contract/papers/coverage.ts';
import { courseStore } from '../../content/kinds/store.ts';
import { lockWithParents } from '../../content/resources/rows.ts';
import { toAuthorColumns } from '../../platform/api/acting.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Db } from '../../platform/db/database.ts';
import { AppError, conflict, invalid } from '../../platform/errors.ts';

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

declare module '../../platform/db/schema.ts' {
	interface Schema {
		not_held: NotHeldRow;
	}
}

/** A row of the statement that reads courses: a subject, a series, a paper, or a mark. */
interface Part {
	course_id: string;
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

/** Reads the parts of a course, or of all courses. */
const readParts = async (db: Db, courseId?: string) => {
	const within = (column: string) =>
		courseId === undefined ? sql`1 = 1` : sql`${sql.ref(column)} = ${courseId}`;
	const { rows } = await sql<Part>`
		select course_id, 'subject' as part, id, name, id as subject_id, cast(null as integer) as year,
			cast(null as text) as series, cast(null as text) as state, cast(null as text) as at,
			order_num as n, name_key as k
		from subjects where ${within('course_id')}
		union all
		select distinct course_id, 'series', null, null, null, year, series, null, null, 0, null
		from exam_sets where ${within('course_id')}
		union all
		select papers.course_id, 'paper', papers.id, null, papers.subject_id, sets.year, sets.series,
			case when coalesce(papers.url, '') = '' then 'no_file'
				when papers.published then 'published' else 'draft' end,
			null, papers.order_num, papers.name_key
		from past_papers as papers
		join exam_sets as sets on sets.course_id = papers.course_id and sets.id = papers.exam_set_id
		where ${within('papers.course_id')} and papers.kind = 'paper'
		union all
		select course_id, 'mark', id, actor_name, subject_id, year, series, null, cast(at as text), 0, null
		from not_held where ${within('course_id')}
		order by n, k, id`.execute(db);
	return rows;
};

const SERIES: readonly (Series | null)[] = [
	...(Object.keys(seriesWords) as Series[]).toReversed().filter((each) => each !== 'other'),
	'other',
	null,
];

/** Sorts columns newest first: by year, then month, then series without a month. */
const compareNewest = (a: CoverageColumn, b: CoverageColumn) =>
	b.year - a.year || SERIES.indexOf(a.series) - SERIES.indexOf(b.series);

const buildKey = (subjectId: string | null, { year, series }: CoverageColumn) =>
	`${subjectId ?? ''} ${year} ${series ?? ''}`;

const pickBest = (states: readonly (CoverageState | null)[]) =>
	coverageStates.find((state) => states.includes(state)) ?? null;

/** Groups rows by their cell: subject, year and series. */
const groupByCell = (parts: readonly Part[]) =>
	Map.groupBy(parts, ({ subject_id, ...of }) => buildKey(subject_id, of as CoverageColumn));

/** Computes the coverage of a course. Marking schemes are not counted as papers. */
const computeCoverage = (all: readonly Part[]): Coverage => {
	const parts = Map.groupBy(all, ({ part }) => part);
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
				return [buildKey(null, column), column] as const;
			}),
		).values(),
	].sort(compareNewest);
	const [papersByCell, marksByCell] = [groupByCell(papers), groupByCell(validMarks)];

	const cellOf = (subjectId: string | null, column: CoverageColumn): CoverageCell => {
		const own = papersByCell.get(buildKey(subjectId, column));
		if (own)
			return {
				state: pickBest(own.map(({ state }) => state)),
				papers: own.map(({ id }) => id as string),
			};
		const [wholeMark] = marksByCell.get(buildKey(null, column)) ?? [];
		const [subjectMark] =
			subjectId === null ? [] : (marksByCell.get(buildKey(subjectId, column)) ?? []);
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

/** Returns the papers that a course has and lacks. Rejects with `not_found` for an unknown course. */
export const readCoverage = async (db: Db, courseId: string): Promise<Coverage> => {
	await courseStore(db).get({ courseId });
	return computeCoverage(await readParts(db, courseId));
};

/** Counts the papers that a course should have, and those that are missing. */
export const countPapers = async (db: Db, courseId: string) => {
	const { totals } = await readCoverage(db, courseId);
	return {
		missing: totals.missing,
		of: totals.published + totals.draft + totals.no_file + totals.missing,
	};
};

/** Lists series with missing papers in all courses: newest first, then those that lack most. */
export const listMissingPapers = async (db: Db): Promise<Lacking[]> => {
	const courses = await db.selectFrom('courses').select(['id', 'name', 'name_key']).execute();
	const parts = Map.groupBy(await readParts(db), ({ course_id }) => course_id);
	return courses
		.flatMap(({ id, name, name_key }) => {
			const { columns, rows } = computeCoverage(parts.get(id) ?? []);
			const subjects = rows.filter(({ subject }) => subject !== null).length;
			return columns.map((column, index) => {
				const missing = rows.filter(({ cells }) => cells[index]?.state === 'missing').length;
				return { name_key, lacking: { course: { id, name }, ...column, missing, subjects } };
			});
		})
		.filter(({ lacking }) => lacking.missing > 0)
		.sort(
			(a, b) =>
				compareNewest(a.lacking, b.lacking) ||
				b.lacking.missing - a.lacking.missing ||
				(a.name_key < b.name_key ? -1 : 1),
		)
		.map(({ lacking }) => lacking);
};

const lockPlace = async (trx: Db, courseId: string, subjectId: string | null) => {
	if (subjectId === null) return lockWithParents(trx, 'courses', { courseId });
	try {
		return await lockWithParents(trx, 'subjects', { courseId, subjectId });
	} catch (error) {
		if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
		await lockWithParents(trx, 'courses', { courseId });
		throw invalid('subject_id', 'Subject must be one of the course');
	}
};

/** Returns the marks of a course for a year and series: at most one per subject, and one for the whole course. */
const selectMarks = (trx: Db, courseId: string, { year, series }: NotHeld) =>
	trx
		.selectFrom('not_held')
		.selectAll()
		.where('course_id', '=', courseId)
		.where('year', '=', year)
		.where(sql<boolean>`coalesce(series, '') = ${series ?? ''}`)
		.execute();

/**
 * Marks an exam as not held, or removes that mark, for a subject or, without one, for the whole course. Does nothing if
 * this is already the case. Rejects with `not_found` for an unknown course, and with `conflict` if one subject is to be
 * unmarked in a series that is marked for the whole course.
 */
export const setNotHeld = async (
	trx: Db,
	courseId: string,
	mark: NotHeld,
	context: AuditContext,
) => {
	const { subject_id, year, series, not_held } = mark;
	const parents = await lockPlace(trx, courseId, subject_id);
	const marks = await selectMarks(trx, courseId, mark);
	const own = marks.find((mark) => mark.subject_id === subject_id);
	if (!not_held && !own && marks.some((mark) => mark.subject_id === null))
		throw conflict(
			`${formatColumn(mark)} was not held in this course at all. Take that back first.`,
		);
	if (not_held === (own !== undefined)) return;
	const id = own?.id ?? randomUUIDv7();
	if (own) await trx.deleteFrom('not_held').where('id', '=', id).execute();
	else
		await trx
			.insertInto('not_held')
			.values({
				...{ id, course_id: courseId, subject_id, year, series },
				...toAuthorColumns({ context, now: Date.now() }),
			})
			.execute();
	recordAudit(trx, context, {
		action: 'update',
		item: { kind: 'coverage', id, name: formatColumn(mark), parents },
		before: { not_held: !not_held },
		after: { not_held },
	});
};
