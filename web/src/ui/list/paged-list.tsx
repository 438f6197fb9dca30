import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { type ListState, useListState } from '../address/list-state.ts';
import { Loaded } from '../loading/loaded.tsx';
import classes from './list.module.css';
import { Pager, pageIn, useTopOnTurn } from './pager.tsx';

type LoadedProps<Data> = ComponentProps<typeof Loaded<Data>>;

/** As much of a page as it takes to turn it. */
interface Turned {
	total: number;
	/** There are more than `total`, which nobody counted. */
	more?: true;
}

interface PagedListProps<Data extends Turned> extends LoadedProps<Data> {
	query: LoadedProps<Data>['query'] & { isPlaceholderData: boolean };
	/** How many rows a page holds. */
	limit: number;
	/** Stands there where there are none. */
	empty?: ReactNode;
}

/**
 * Whether the address asks for a page behind the last one of a list that is not empty: rows went away, or
 * somebody typed it. Then it leads to the last one by itself.
 */
const usePageBehind = (page: number, last: number, busy: boolean) => {
	const navigate = useNavigate();
	const behind = !busy && last > 0 && page > last;
	useEffect(() => {
		if (!behind) return;
		void navigate({
			to: '.',
			search: (before: ListState) =>
				({ ...before, page: last === 1 ? undefined : String(last) }) as never,
			replace: true,
			resetScroll: false,
		});
	}, [behind, last, navigate]);
	return behind;
};

/**
 * A list that the server pages: what its query answers, `Loaded`, and below it the way to the other pages. The page in
 * the address is shown from its top; a page behind the last leads back to the last one.
 */
export const PagedList = <Data extends Turned>(props: PagedListProps<Data>) => {
	const { query, limit, empty, children, ...loaded } = props;
	const [state] = useListState();
	const page = pageIn(state.page);
	const busy = query.isPlaceholderData;
	const behind = usePageBehind(page, Math.ceil((query.data?.total ?? 0) / limit), busy);
	const top = useTopOnTurn(page, busy);
	return (
		<Loaded {...loaded} query={query}>
			{(data) =>
				behind ? (
					loaded.skeleton
				) : (
					<>
						<div ref={top} className={classes.rows} aria-busy={busy || undefined}>
							{data.total === 0 && empty ? empty : children(data)}
						</div>
						<Pager total={data.total} more={data.more} limit={limit} busy={busy} />
					</>
				)
			}
		</Loaded>
	);
};
