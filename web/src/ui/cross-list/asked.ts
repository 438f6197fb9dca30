import type { z } from '#shared/zod.ts';
import type { CrossList } from '../../api/queries.ts';
import { pageIn } from '../list/pager.tsx';
import type { ListState } from '../list-state.ts';

/**
 * What an address asks of a list across all courses. What the list does not know, or would refuse,
 * is overlooked: an old or mistyped link still shows something.
 * @example allQuery(allTopics, asked(allTopics, { search: 'pipe', page: '2', view: 'cards' }))
 */
export const asked = <L extends CrossList>(list: L, state: ListState): z.infer<L['query']> => {
	const page = pageIn(state.page);
	const wanted = { ...state, page: page === 1 ? undefined : String(page) };
	const read = list.query.safeParse(wanted);
	const wrong = new Set(read.error?.issues.map(({ path }) => path[0]));
	const right = Object.entries(wanted).filter(
		([name, value]) => value !== undefined && value !== '' && !wrong.has(name),
	);
	return list.query.parse(Object.fromEntries(right)) as z.infer<L['query']>;
};
