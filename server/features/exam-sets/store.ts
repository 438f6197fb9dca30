import { yearInNairobi } from '#shared/calendar.ts';
import { examSets } from '#shared/contract/exam-sets.ts';
import { tableStore } from '../../content/table-store.ts';

export const examSetStore = tableStore(examSets, {
	defaults: () => ({ year: yearInNairobi(new Date()), order_num: 1, published: false }),
});
