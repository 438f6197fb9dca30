import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import type { Period } from '#shared/contract/periods.ts';
import { type Attempt, sendOnce } from '../../api/attempt.ts';
import { request } from '../../api/client.ts';

/** As the desk has it: what is decided there changes months too. */
const KEY = 'reconciliation';

/** So many months are asked for at once: each is worked out from all that its payments and lines are. */
const AT_ONCE = 6;

/** The months, latest first, as one list that grows by `fetchNextPage`. */
export const periodsQuery = infiniteQueryOptions({
	queryKey: [KEY, 'periods'],
	queryFn: ({ signal, pageParam: before }) =>
		request<Period[]>('/periods', { query: { before, limit: String(AT_ONCE) }, signal }).then(
			({ data }) => data,
		),
	initialPageParam: undefined as string | undefined,
	getNextPageParam: (months) => (months.length < AT_ONCE ? undefined : months.at(-1)?.month),
	select: ({ pages }) => pages.flat(),
});

/** The address of a month. */
export const pathOf = (month: string) => `/periods/${encodeURIComponent(month)}`;

/** What can be done to a month, by the last part of its address. */
export type Step = 'close' | 'approve' | 'reopen';

const TAKEN = 'This has been done, with other words. Look at the month before you go on.';

/** Does something to a month. Also where it is refused, what is shown is asked for anew: it may have changed. */
export const useStep = (step: Step, month: string) => {
	const client = useQueryClient();
	return async (body: unknown, attempt: Attempt) => {
		try {
			return await sendOnce<Period>(`${pathOf(month)}/${step}`, body, attempt, TAKEN);
		} finally {
			void client.invalidateQueries({ queryKey: [KEY] });
		}
	};
};
