import { type ReactNode, useEffect, useMemo } from 'react';
import { recentlySaved } from '../../api/recently-saved.ts';
import { useListState } from '../list-state.ts';
import { Pager, pageIn, useTopOnTurn } from './pager.tsx';

/** How many rows of a list that comes whole are shown at once. */
const ROWS_AT_ONCE = 100;

interface Paged<Row> {
	shown: readonly Row[];
	/** Below the rows; nothing where all are shown. */
	pager: ReactNode;
	/** For the element that holds the rows. */
	top: { current: HTMLDivElement | null };
}

/**
 * One page of a list that came whole, as the address says; a page behind the last is the last. The page of what
 * was just saved is turned to. `whole` shows all rows: the server has paged them.
 */
export const usePaged = <Row extends { id: string }>(
	rows: readonly Row[],
	whole = false,
): Paged<Row> => {
	const [state, change] = useListState();
	const pages = whole ? 1 : Math.max(1, Math.ceil(rows.length / ROWS_AT_ONCE));
	const page = Math.min(pageIn(state.page), pages);
	const top = useTopOnTurn(page);
	useEffect(() => {
		if (pages === 1) return;
		const saved = rows.findIndex(({ id }) => id === recentlySaved());
		const there = Math.floor(saved / ROWS_AT_ONCE) + 1;
		if (saved >= 0 && there !== page)
			change({ page: there === 1 ? undefined : String(there) }, { replace: true });
	});
	const shown = useMemo(
		() => (pages === 1 ? rows : rows.slice((page - 1) * ROWS_AT_ONCE, page * ROWS_AT_ONCE)),
		[rows, page, pages],
	);
	return { shown, pager: pages > 1 && <Pager total={rows.length} limit={ROWS_AT_ONCE} />, top };
};
