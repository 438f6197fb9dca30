import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { recentlySaved } from '../../api/recently-saved.ts';
import { useListState } from '../address/list-state.ts';
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
	/** Shown until the address says so. */
	const [turned, turn] = useState<{ page: number }>();
	const page = Math.min(turned?.page ?? pageIn(state.page), pages);
	const saved = pages === 1 ? -1 : rows.findIndex(({ id }) => id === recentlySaved());
	const there = saved < 0 ? page : Math.floor(saved / ROWS_AT_ONCE) + 1;
	// While rendering: a row that has the focus keeps it only where no moment is without that row.
	if (there !== page) turn({ page: there });
	const top = useTopOnTurn(page);
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each turn
	useEffect(() => {
		if (!turned) return;
		const named = turned.page === 1 ? undefined : String(turned.page);
		const then = () => turn((latest) => (latest === turned ? undefined : latest));
		change({ page: named }, { replace: true, then });
	}, [turned]);
	const shown = useMemo(
		() => (pages === 1 ? rows : rows.slice((page - 1) * ROWS_AT_ONCE, page * ROWS_AT_ONCE)),
		[rows, page, pages],
	);
	return { shown, pager: pages > 1 && <Pager total={rows.length} limit={ROWS_AT_ONCE} />, top };
};
