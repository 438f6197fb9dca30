import { sql } from 'kysely';
import { pastPapers } from '#shared/contract/past-papers.ts';
import { withoutFile } from '../../content/list-page.ts';
import { tableStore } from '../../content/table-store.ts';
import type { Db } from '../../db/database.ts';
import { byEngine, contains } from '../../db/engine.ts';
import { phrase } from '../../db/trigrams.ts';
import { requireOwnFile } from '../files/store.ts';

export const pastPaperStore = tableStore(pastPapers, {
	references: { subject_id: 'subjects' },
	filters: {
		without_file: withoutFile,
		year: (eb, value) =>
			eb(
				eb.refTuple('past_papers.course_id', 'past_papers.exam_set_id'),
				'in',
				eb
					.selectFrom('exam_sets')
					.select(['exam_sets.course_id', 'exam_sets.id'])
					.where('exam_sets.year', '=', Number(value))
					.$asTuple('course_id', 'id'),
			),
	},
	defaults: async (nextOrder) => ({
		order_num: await nextOrder(),
		published: false,
		free: false,
		url: null,
		subject_id: null,
		codes: null,
		kind: 'paper',
		source: null,
	}),
	check: (db, _place, { url }) => requireOwnFile(db, url, 'url'),
});

/** What codes are compared by: `2521/303` and `2521 303` are `2521303`. The indexes say the same. */
const codeKey = (text: string) => text.toLowerCase().replace(/[/\- .]/g, '');
const MOST = 1_000;

/** The papers that have this code, however its parts are separated, those that changed last first. */
export const papersWithCode = (db: Db, text: string) => {
	const key = codeKey(text);
	if (!/\d/.test(key)) return Promise.resolve([]);
	const code = JSON.stringify(key);
	const found = byEngine(db, {
		sqlite: () => sql<boolean>`rowid in (select rowid from past_paper_codes
			where past_paper_codes match ${phrase(code)})`,
		postgres: () => contains(db, sql`lower(translate(codes, '/- .', ''))`, code),
	});
	return db
		.selectFrom('past_papers')
		.select(['id', 'name_key'])
		.where(found)
		.orderBy('updated_at', 'desc')
		.orderBy('id', 'desc')
		.limit(MOST)
		.execute();
};
