import { useNavigate, useSearch } from '@tanstack/react-router';

/**
 * What the address of a list can say. Every screen under /admin may use it; each reads what it
 * knows and overlooks what it does not.
 */
export interface ListState {
	search?: string;
	/** `name` or, downwards, `-name`. */
	sort?: string;
	page?: string;
	view?: string;
	course_id?: string;
	status?: string;
	published?: string;
	free?: string;
	actor?: string;
	action?: string;
	item_kind?: string;
	item_id?: string;
	from?: string;
	to?: string;
	result_code?: string;
	age?: string;
	mark?: string;
}

const names = [
	'search',
	'sort',
	'page',
	'view',
	'course_id',
	'status',
	'published',
	'free',
	'actor',
	'action',
	'item_kind',
	'item_id',
	'from',
	'to',
	'result_code',
	'age',
	'mark',
] as const satisfies readonly (keyof ListState)[];

/** Reads the state of a list from an address; never fails. */
export const listState = (search: Record<string, unknown>): ListState =>
	Object.fromEntries(
		names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
	);

/**
 * The state of the list on screen, kept in the address, so that reload, Back and a sent link keep it.
 * A new search, filter or order leads back to the first page; only turning a page is a step that
 * Back undoes, unless it `replace`s.
 * @example const [{ search, page }, change] = useListState(); change({ search: 'maths' })
 */
export const useListState = () => {
	const state = useSearch({ strict: false });
	const navigate = useNavigate();
	const change = (
		next: { [Name in keyof ListState]: string | undefined },
		{ replace = !('page' in next) } = {},
	) => {
		const staysOnPage = 'page' in next || 'view' in next;
		void navigate({
			to: '.',
			search: ({ page, ...before }: ListState) =>
				listState({ ...before, ...(staysOnPage && { page }), ...next }),
			replace,
			resetScroll: false,
		});
	};
	return [state, change] as const;
};
