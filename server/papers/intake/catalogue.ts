import { splitIntoPortions } from '#shared/portions.ts';
import { toCodeKey } from '#shared/search-key.ts';
import { parseList } from '../../content/resources/tables.ts';
import type { Db } from '../../platform/db/database.ts';
import { hasText } from '../../platform/db/engine.ts';
import { addWords, type Named, splitCourseWords } from './words.ts';

export interface KnownSubject extends Named {
	course_id: string;
}

/** A course and subject with a paper that has a code. */
export interface CodeUse {
	course_id: string;
	subject_id: string | null;
}

/** Names and codes in the catalogue. */
export interface Catalogue {
	courses: readonly Named[];
	subjects: readonly KnownSubject[];
	uses: ReadonlyMap<string, readonly CodeUse[]>;
}

const CODES_MAX = 50;
const ROWS_MAX = 1_000;

/** Lists the codes, courses and subjects of papers that have any of these codes: at most 1,000 papers for each 50 codes. */
const listPapersByCodes = async (db: Db, codes: readonly string[]) => {
	const keys = [...new Set(codes.map(toCodeKey).filter((key) => /\d/.test(key)))];
	const found = [];
	for (const some of splitIntoPortions(keys, CODES_MAX))
		found.push(
			...(await db
				.selectFrom('past_papers')
				.select(['codes', 'course_id', 'subject_id'])
				.where('codes', 'is not', null)
				.where((eb) => eb.or(some.map((key) => hasText(db, 'search_text', ` ${key} `))))
				.limit(ROWS_MAX)
				.execute()),
		);
	return found;
};

/** Reads courses, subjects and the papers that have these codes. */
export const readCatalogue = async (db: Db, codes: readonly string[]): Promise<Catalogue> => {
	const courses = await db.selectFrom('courses').select(['id', 'name']).orderBy('id').execute();
	const subjects = await db
		.selectFrom('subjects')
		.select(['id', 'name', 'course_id'])
		.orderBy('id')
		.execute();
	const uses = new Map<string, CodeUse[]>();
	for (const { codes: own, course_id, subject_id } of await listPapersByCodes(db, codes))
		for (const code of parseList(own))
			uses.set(code, [...(uses.get(code) ?? []), { course_id, subject_id }]);
	return {
		courses: courses.map((course) => ({ ...course, words: splitCourseWords(course.name) })),
		subjects: subjects.map(addWords),
		uses,
	};
};

/** Lists the exam sets of courses, in display order. */
export const listSets = async (db: Db, courses: readonly string[]) =>
	courses.length === 0
		? []
		: db
				.selectFrom('exam_sets')
				.select(['id', 'course_id', 'name', 'year', 'series'])
				.where('course_id', 'in', courses)
				.orderBy('order_num')
				.orderBy('id')
				.execute();
export type KnownSet = Awaited<ReturnType<typeof listSets>>[number];

/** Lists the past papers of courses, and papers of any course that have one of these files. */
export const listPapers = async (db: Db, courses: readonly string[], links: readonly string[]) => {
	const papers = db
		.selectFrom('past_papers')
		.select(['id', 'course_id', 'exam_set_id', 'name', 'codes', 'kind', 'url'])
		.orderBy('id');
	const rows = courses.length > 0 ? await papers.where('course_id', 'in', courses).execute() : [];
	for (const some of splitIntoPortions(links))
		rows.push(...(await papers.where('url', 'in', some).execute()));
	const each = new Map(rows.map((row) => [row.id, { ...row, codes: parseList(row.codes) }]));
	return [...each.values()];
};
export type KnownPaper = Awaited<ReturnType<typeof listPapers>>[number];
