import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type ListState, useListState } from '../list-state.ts';
import { pageIn } from './pager.tsx';

/**
 * Whether an address asks for a page behind the last one of a list that is not empty: rows went away, or
 * somebody typed it. Then it leads to the last one by itself.
 */
export const usePageBehind = (total: number | undefined, limit: number, busy: boolean) => {
	const navigate = useNavigate();
	const [state] = useListState();
	const last = Math.ceil((total ?? 0) / limit);
	const behind = !busy && last > 0 && pageIn(state.page) > last;
	useEffect(() => {
		if (!behind) return;
		const page = last === 1 ? undefined : String(last);
		void navigate({
			to: '.',
			search: (before: ListState) => ({ ...before, page }) as never,
			replace: true,
			resetScroll: false,
		});
	}, [behind, last, navigate]);
	return behind;
};
