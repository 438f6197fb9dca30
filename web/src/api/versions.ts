import { queryOptions } from '@tanstack/react-query';
import type { ResourceWord } from '#shared/contract/resources.ts';
import type { ItemVersion } from '#shared/contract/versions.ts';
import { fetchData } from './client.ts';

/** Every version of an item that is kept, newest first; the first is how it is now. Read anew whenever it is opened. */
export const versionsQuery = (word: ResourceWord, id: string) =>
	queryOptions({
		queryKey: ['versions', word, id],
		queryFn: fetchData<ItemVersion[]>(`/versions/${word}/${encodeURIComponent(id)}`),
		staleTime: 0,
	});
