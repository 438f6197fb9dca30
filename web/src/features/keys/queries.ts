import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type Key, type keyCreate, keysPath, type MadeKey } from '#shared/contract/keys.ts';
import type { z } from '#shared/zod.ts';
import { type Attempt, sendOnce } from '../../api/attempt.ts';
import { fetchData, request } from '../../api/client.ts';

/** Fetches the keys of all programs, newest first. */
export const keysQuery = queryOptions({
	queryKey: ['keys'],
	queryFn: fetchData<Key[]>(keysPath),
});

const ARRIVED =
	'Your first attempt created a key with other details. Revoke that key before you create another.';

/** Returns the calls that change keys and update the list. All throw `ApiError`. */
export const useKeyCalls = () => {
	const client = useQueryClient();
	const refresh = () => void client.invalidateQueries({ queryKey: keysQuery.queryKey });
	return {
		make: (body: z.output<typeof keyCreate>, attempt: Attempt) =>
			sendOnce<MadeKey>(keysPath, body, attempt, ARRIVED).finally(refresh),
		revoke: async (id: string) => {
			await request<null>(`${keysPath}/${encodeURIComponent(id)}`, { method: 'DELETE' });
			refresh();
		},
	};
};
