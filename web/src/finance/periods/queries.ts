import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import type { Attempt } from '../../platform/api/attempt.ts';
import { fetchCall, sendCall } from '../../platform/api/calls.ts';

/** Shared with the desk, whose decisions change months too. */
const KEY = 'reconciliation';

/** Months per request. Small, because the server computes each month from its payments and lines. */
const MONTHS_LIMIT = 6;

/** Lists months, latest first, and earlier ones by `fetchNextPage`. */
export const periodsQuery = infiniteQueryOptions({
	queryKey: [KEY, 'periods'],
	queryFn: ({ signal, pageParam: before }) =>
		fetchCall('GET /periods', { query: { before, limit: String(MONTHS_LIMIT) }, signal }),
	initialPageParam: undefined as string | undefined,
	getNextPageParam: (months) => (months.length < MONTHS_LIMIT ? undefined : months.at(-1)?.month),
	select: ({ pages }) => pages.flat(),
});

/** Returns the path of a month. */
export const buildPeriodPath = (month: string) => `/periods/${encodeURIComponent(month)}`;

/** A change of a month, by the last part of its path. */
export type Step = 'close' | 'reopen';

const TAKEN = 'This was done already, with another reason. Check the month before you continue.';

/** Returns a function that closes or reopens a month, then reloads what is shown, as a refusal means that it changed. */
export const useStep = (step: Step, month: string) => {
	const client = useQueryClient();
	return async (body: object, attempt: Attempt) => {
		try {
			return await sendCall(
				`POST /periods/:month/${step}`,
				{ params: { month }, body: body as never },
				attempt,
				TAKEN,
			);
		} finally {
			void client.invalidateQueries({ queryKey: [KEY] });
		}
	};
};
