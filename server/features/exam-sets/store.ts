import { examSets } from '#shared/contract/exam-sets.ts';
import { tableStore } from '../../content/table-store.ts';
import type { Untyped } from '../../content/tables.ts';

const papersOf = (eb: Untyped) =>
	eb
		.selectFrom('past_papers')
		.whereRef('past_papers.course_id', '=', 'exam_sets.course_id')
		.whereRef('past_papers.exam_set_id', '=', 'exam_sets.id');

export const examSetStore = tableStore(examSets, {
	extra: {
		columns: (eb) => [papersOf(eb).select(eb.fn.countAll().as('n')).as('paper_count')],
		fields: ({ paper_count }) => ({ stats: { paperCount: paper_count } }),
	},
	filters: {
		without_papers: (eb, value) => {
			const some = eb.exists(papersOf(eb).select('past_papers.id'));
			return value === 'true' ? eb.not(some) : some;
		},
	},
});
