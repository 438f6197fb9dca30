import { sql } from 'kysely';
import { NONE } from '#shared/contract/lists.ts';
import { pastPapers } from '#shared/contract/past-papers.ts';
import { portions } from '#shared/portions.ts';
import { withoutFile } from '../../content/list-page.ts';
import { tableStore } from '../../content/table-store.ts';
import type { Untyped } from '../../content/tables.ts';
import type { Db } from '../../db/database.ts';
import { byEngine, contains } from '../../db/engine.ts';
import { phrase } from '../../db/trigrams.ts';
import { requireOwnFile } from '../files/store.ts';

/** The condition that a paper is of an exam set of which `is` holds. */
const inSets = (eb: Untyped, is: (set: Untyped) => Untyped) =>
	eb(
		eb.refTuple('past_papers.course_id', 'past_papers.exam_set_id'),
		'in',
		eb
			.selectFrom('exam_sets')
			.select(['exam_sets.course_id', 'exam_sets.id'])
			.where(is)
			.$asTuple('course_id', 'id'),
	);

export const pastPaperStore = tableStore(pastPapers, {
	references: { subject_id: 'subjects' },
	filters: {
		without_file: withoutFile,
		year: (eb, value) => inSets(eb, (set) => set('exam_sets.year', '=', Number(value))),
		series: (eb, value) =>
			inSets(eb, (set) =>
				value === NONE ? set('exam_sets.series', 'is', null) : set('exam_sets.series', '=', value),
			),
		kind: (eb, value) => eb('kind', '=', value),
	},
	check: (db, _place, { url }) => requireOwnFile(db, url, 'url'),
});

/** What codes are compared by: `2521/303` and `2521 303` are `2521303`. The indexes say the same. */
const codeKey = (text: string) => text.toLowerCase().replace(/[/\- .]/g, '');
const MOST = 1_000;

/** The condition that a paper has one of these keys of codes. */
const hasCode = (db: Db, keys: readonly string[]) => {
	const texts = keys.map((key) => JSON.stringify(key));
	return byEngine(db, {
		sqlite: () => sql<boolean>`rowid in (select rowid from past_paper_codes
			where past_paper_codes match ${texts.map(phrase).join(' OR ')})`,
		postgres: () => {
			const column = sql`lower(translate(codes, '/- .', ''))`;
			const each = texts.map((text) => contains(db, column, text));
			return sql<boolean>`(${sql.join(each, sql` or `)})`;
		},
	});
};

/** So many codes are looked up by one statement. */
const TOGETHER = 50;

/** Of the papers that have any of these codes their codes, courses and subjects: at most 1,000 for each 50. */
export const papersOfCodes = async (db: Db, codes: readonly string[]) => {
	const keys = [...new Set(codes.map(codeKey).filter((key) => /\d/.test(key)))];
	const found = [];
	for (const some of portions(keys, TOGETHER))
		found.push(
			...(await db
				.selectFrom('past_papers')
				.select(['codes', 'course_id', 'subject_id'])
				.where(hasCode(db, some))
				.limit(MOST)
				.execute()),
		);
	return found;
};

/** The papers that have this code, however its parts are separated, those that changed last first. */
export const papersWithCode = (db: Db, text: string) => {
	const key = codeKey(text);
	if (!/\d/.test(key)) return Promise.resolve([]);
	return db
		.selectFrom('past_papers')
		.select(['id', 'name_key'])
		.where(hasCode(db, [key]))
		.orderBy('updated_at', 'desc')
		.orderBy('id', 'desc')
		.limit(MOST)
		.execute();
};
