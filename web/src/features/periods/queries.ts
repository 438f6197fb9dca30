import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Period, PeriodPack } from '#shared/contract/periods.ts';
import { type Attempt, sendOnce } from '../../api/attempt.ts';
import { fetchData } from '../../api/client.ts';

/** As the desk has it: what is decided there changes months too. */
const KEY = 'reconciliation';

/** The months, latest first. */
export const periodsQuery = queryOptions({
	queryKey: [KEY, 'periods'],
	queryFn: fetchData<Period[]>('/periods'),
});

/** The address of a month. */
export const pathOf = (month: string) => `/periods/${encodeURIComponent(month)}`;

/** The pack of a month. */
export const packQuery = (month: string) =>
	queryOptions({
		queryKey: [KEY, 'pack', month],
		queryFn: fetchData<PeriodPack>(pathOf(month)),
	});

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
