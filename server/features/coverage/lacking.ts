import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Lacking } from '#shared/contract/coverage.ts';
import type { Series } from '#shared/contract/exam-sets.ts';
import { nameKey } from '#shared/contract/fields.ts';
import { portions } from '#shared/portions.ts';
import type { Db } from '../../db/database.ts';
import { byNewest } from './store.ts';

interface Row {
	course_id: string;
	name: string;
	year: number;
	series: Series | null;
	subjects: number;
	missing: number;
}

/** Courses per query. Other requests run between two queries. */
const COURSES_PER_QUERY = 50;

const lackingIn = async (db: Db, courses: readonly string[]) => {
	const within = (column: string) => sql`${sql.ref(column)} in (${sql.join(courses)})`;
	const { rows } = await sql<Row>`
		with settled as (
			select course_id, year, coalesce(series, '') as series, count(*) as n
			from (
				select sets.course_id, sets.year, sets.series, papers.subject_id
				from past_papers as papers
				join exam_sets as sets on sets.course_id = papers.course_id and sets.id = papers.exam_set_id
				where ${within('papers.course_id')} and papers.kind = 'paper'
					and papers.subject_id is not null
				union
				select marks.course_id, marks.year, marks.series, subjects.id
				from not_held as marks
				join subjects on subjects.course_id = marks.course_id
					and (marks.subject_id is null or marks.subject_id = subjects.id)
				where ${within('marks.course_id')}
			) as cells
			group by course_id, year, coalesce(series, '')
		), counted as (
			select course_id, count(*) as n from subjects where ${within('course_id')} group by course_id
		)
		select courses.id as course_id, courses.name, sets.year, sets.series,
			counted.n as subjects, counted.n - coalesce(settled.n, 0) as missing
		from (select distinct course_id, year, series from exam_sets where ${within('course_id')}) as sets
		join courses on courses.id = sets.course_id
		join counted on counted.course_id = sets.course_id
		left join settled on settled.course_id = sets.course_id and settled.year = sets.year
			and settled.series = coalesce(sets.series, '')
		where counted.n > coalesce(settled.n, 0)`.execute(db);
	return rows;
};

/**
 * Lists series with missing papers in all courses: newest first, then those that lack most. A subject counts as missing
 * if the course has the series, the subject has no paper in it, and there is no mark for it.
 */
export const listMissingPapers = async (db: Db): Promise<Lacking[]> => {
	const courses = await db.selectFrom('courses').select('id').execute();
	const ids = courses.map(({ id }) => id);
	const found: Row[] = [];
	for (const some of portions(ids, COURSES_PER_QUERY)) {
		found.push(...(await lackingIn(db, some)));
		// SQLite queries are synchronous, so other requests have been waiting.
		await yieldToOthers();
	}
	return found
		.map(({ course_id, name, ...of }) => ({
			course: { id: course_id, name },
			year: of.year,
			series: of.series,
			missing: Number(of.missing),
			subjects: Number(of.subjects),
		}))
		.sort(
			(a, b) =>
				byNewest(a, b) ||
				b.missing - a.missing ||
				(nameKey(a.course.name) < nameKey(b.course.name) ? -1 : 1),
		);
};
