import { useNavigate, useSearch } from '@tanstack/react-router';
import { searchText } from '#shared/contract/platform/fields.ts';
import { paged } from '#shared/contract/platform/lists.ts';
import { z } from '#shared/zod.ts';
import { searchParams } from './search-params.ts';

/** Search parameters of a screen with a list that is loaded as a whole. */
export const listParams = searchParams(
	z.object({
		search: searchText(),
		/** `name` or, for descending order, `-name`. */
		sort: z.optional(z.string()),
		page: paged.page,
		view: z.optional(z.enum(['cards', 'table'])),
	}),
);

const useAnySearch = () => useSearch({ strict: false });
/** Search parameters of any screen. */
export type ListState = { [Name in keyof ReturnType<typeof useAnySearch>]?: string | undefined };

interface ChangeOptions {
	replace?: boolean;
	/** Called once the address has changed. */
	then?: () => void;
}

/**
 * Returns the state of the list on screen and a function that changes it. The state is kept in the address, so that
 * reload, Back and a shared link keep it. A new search, filter or order resets to the first page. Only a page turn adds
 * a history entry, unless it `replace`s.
 * @example const [{ search, page }, change] = useListState(); change({ search: 'maths' })
 */
export const useListState = () => {
	const state = useAnySearch();
	const navigate = useNavigate();
	const change = (next: ListState, { replace = !('page' in next), then }: ChangeOptions = {}) => {
		const staysOnPage = 'page' in next || 'view' in next;
		void navigate({
			to: '.',
			search: ({ page, ...currentState }: ListState) =>
				({ ...currentState, ...(staysOnPage && { page }), ...next }) as never,
			replace,
			resetScroll: false,
		}).then(then);
	};
	return [state, change] as const;
};
