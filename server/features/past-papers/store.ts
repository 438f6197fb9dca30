import { NONE } from '#shared/contract/lists.ts';
import { pastPapers } from '#shared/contract/past-papers.ts';
import { splitIntoPortions } from '#shared/portions.ts';
import { toCodeKey } from '#shared/search-key.ts';
import { filterByFile } from '../../content/list-page.ts';
import { createTableStore } from '../../content/table-store.ts';
import type { Untyped } from '../../content/tables.ts';
import type { Db } from '../../db/database.ts';
import { hasText } from '../../db/engine.ts';
import { requireOwnFile } from '../files/store.ts';
import { filterByProblems } from '../problems/store.ts';

const isInSets = (eb: Untyped, is: (set: Untyped) => Untyped) =>
	eb(
		eb.refTuple('past_papers.course_id', 'past_papers.exam_set_id'),
		'in',
		eb
			.selectFrom('exam_sets')
			.select(['exam_sets.course_id', 'exam_sets.id'])
			.where(is)
			.$asTuple('course_id', 'id'),
	);

export const pastPaperStore = createTableStore(pastPapers, {
	references: { subject_id: 'subjects' },
	counts: { opened: 'opened_totals' },
	filters: {
		without_file: filterByFile,
		with_problems: filterByProblems,
		year: (eb, value) => isInSets(eb, (set) => set('exam_sets.year', '=', Number(value))),
		series: (eb, value) =>
			isInSets(eb, (set) =>
				value === NONE ? set('exam_sets.series', 'is', null) : set('exam_sets.series', '=', value),
			),
		kind: (eb, value) => eb('kind', '=', value),
	},
	check: (db, _place, { url }) => requireOwnFile(db, url, 'url'),
});

const CODES_MAX = 50;
const ROWS_MAX = 1_000;

/** Lists the codes, courses and subjects of papers that have any of these codes: at most 1,000 papers for each 50 codes. */
export const listPapersByCodes = async (db: Db, codes: readonly string[]) => {
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
