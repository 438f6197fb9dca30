import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { grouped } from '#shared/grouped.ts';
import { useListState } from '../address/list-state.ts';
import classes from './list.module.css';

interface PagerProps {
	total: number;
	/** There are more than `total`, which nobody counted. */
	more?: boolean | undefined;
	/** How many a page holds. */
	limit: number;
	/** The next page is being fetched; the one before is still shown. */
	busy?: boolean;
}

/** The page that an address asks for: a whole number from 1, or 1. */
export const pageIn = (page: string | undefined) =>
	/^[1-9]\d{0,5}$/.test(page ?? '') ? Number(page) : 1;

/**
 * Whoever turns a page below its rows reads on at the top of the next: for the element that holds the rows. `busy`
 * while those are on their way.
 */
export const useTopOnTurn = (page: number, busy = false) => {
	const box = useRef<HTMLDivElement>(null);
	const shown = useRef(page);
	useEffect(() => {
		if (busy || shown.current === page) return;
		shown.current = page;
		if ((box.current?.getBoundingClientRect().top ?? 0) < 0) box.current?.scrollIntoView();
	}, [busy, page]);
	return box;
};

/** Where in a paged list one is, and the way to the pages beside. */
export const Pager = ({ total, more, limit, busy }: PagerProps) => {
	const [state, change] = useListState();
	const pages = Math.max(1, Math.ceil(total / limit));
	const page = Math.min(pageIn(state.page), pages);
	const previous = useRef<HTMLButtonElement>(null);
	const next = useRef<HTMLButtonElement>(null);
	// At an end of the list the button that was just pressed is disabled; the keyboard stays here.
	useEffect(() => {
		if (page >= pages && document.activeElement === next.current) previous.current?.focus();
		if (page <= 1 && document.activeElement === previous.current) next.current?.focus();
	}, [page, pages]);
	if (total === 0) return null;
	const to = (wanted: number) => change({ page: wanted === 1 ? undefined : String(wanted) });
	return (
		<nav className={classes.pager} aria-label="Pages" aria-busy={busy || undefined}>
			<span className="tabular" role="status">
				Showing {grouped((page - 1) * limit + 1)} to {grouped(Math.min(page * limit, total))} of{' '}
				{grouped(total)}
				{more && '+'} entries
			</span>
			<span className={classes.pages}>
				<Button
					ref={previous}
					variant="default"
					size="xs"
					disabled={page <= 1}
					onClick={() => to(page - 1)}
					leftSection={<IconChevronLeft size={16} aria-hidden />}
				>
					Previous
				</Button>
				<span className="tabular">
					Page {grouped(page)} of {grouped(pages)}
				</span>
				<Button
					ref={next}
					variant="default"
					size="xs"
					disabled={page >= pages}
					onClick={() => to(page + 1)}
					rightSection={<IconChevronRight size={16} aria-hidden />}
				>
					Next
				</Button>
			</span>
		</nav>
	);
};
