import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
	type ComponentProps,
	type MouseEvent,
	type ReactNode,
	type RefObject,
	useDeferredValue,
	useEffect,
	useMemo,
	useRef,
	useState,
} from 'react';
import { formatWhole } from '#shared/grouped.ts';
import { describeError } from '../../api/error-message.ts';
import { getRecentlySaved } from '../../api/recently-saved.ts';
import { type ListState, useListState } from '../address/list-state.ts';
import { inactive } from '../controls.tsx';
import { Failure } from '../loading/failed.tsx';
import { Loaded } from '../loading/loaded.tsx';
import { Loading } from '../loading/loading.tsx';

/** Rows on a page of a list that is loaded as a whole. */
const ROWS_AT_ONCE = 100;
/** Rows that fill a screen. */
const FIRST_ROWS = 20;
const ROW_HEIGHT = 57;

/** Returns the page number of an address: a whole number from 1, or 1. */
export const parsePage = (page: string | undefined) =>
	/^[1-9]\d{0,5}$/.test(page ?? '') ? Number(page) : 1;

/** Returns the page parameter of the address; the first page has none. */
const toPageParam = (page: number) => ({ page: page === 1 ? undefined : String(page) });

/** Scrolls to the top of the rows when the page was turned below them. `busy` while the rows are loading. */
const useTopOnTurn = (page: number, busy = false) => {
	const box = useRef<HTMLDivElement>(null);
	const shown = useRef(page);
	useEffect(() => {
		if (busy || shown.current === page) return;
		shown.current = page;
		if ((box.current?.getBoundingClientRect().top ?? 0) < 0) box.current?.scrollIntoView();
	}, [busy, page]);
	return box;
};

interface PagerProps {
	total: number;
	/** There are more than `total`; the server stopped counting. */
	more?: boolean | undefined;
	/** Rows on a page. */
	limit: number;
	/** The next page is loading; the previous one is still shown. */
	busy?: boolean;
}

/** Shows the position in a paged list, with buttons for the previous and next page. */
const Pager = ({ total, more, limit, busy }: PagerProps) => {
	const [state, change] = useListState();
	const pages = Math.max(1, Math.ceil(total / limit));
	const page = Math.min(parsePage(state.page), pages);
	if (total === 0) return null;
	// Not disabled at an end of the list, where the button that was just pressed would lose the focus.
	const turn = (to: number) => ({
		variant: 'default',
		size: 'xs',
		...(to < 1 || to > pages ? inactive : { onClick: () => change(toPageParam(to)) }),
	});
	return (
		<Group
			component="nav"
			aria-label="Pages"
			aria-busy={busy || undefined}
			className="tabular"
			justify="space-between"
			gap="12px 24px"
			mt="md"
			fz="sm"
			c="dimmed"
		>
			<span role="status">
				Showing {formatWhole((page - 1) * limit + 1)} to{' '}
				{formatWhole(Math.min(page * limit, total))} of {formatWhole(total)}
				{more && '+'} entries
			</span>
			<Group component="span" gap={8}>
				<Button {...turn(page - 1)} leftSection={<IconChevronLeft size={16} aria-hidden />}>
					Previous
				</Button>
				<Text span inherit>
					Page {formatWhole(page)} of {formatWhole(pages)}
				</Text>
				<Button {...turn(page + 1)} rightSection={<IconChevronRight size={16} aria-hidden />}>
					Next
				</Button>
			</Group>
		</Group>
	);
};

interface PageBoxProps {
	top: RefObject<HTMLDivElement | null>;
	busy?: boolean;
	/** Handles clicks anywhere in a row, whose keyboard users have a button `[data-opens]`. */
	onClick?: (event: MouseEvent) => void;
	children: ReactNode;
}

/** Renders the box around the rows of a page. Turning the page scrolls to its top, below the header of the console. */
export const PageBox = ({ top, busy = false, onClick, children }: PageBoxProps) => (
	<div
		ref={top}
		aria-busy={busy || undefined}
		data-targets={onClick && true}
		{...(onClick && { onClick })}
		style={{
			scrollMarginTop: 'calc(var(--ufundi-header) + 12px)',
			// Quick answers change at once; only slow ones dim the rows.
			...(busy && { opacity: 0.55, transition: 'opacity 200ms 300ms' }),
		}}
	>
		{children}
	</div>
);

/**
 * Returns one page of a list that was loaded as a whole, by the address; a page after the last shows the last. A row
 * that was just saved on another page turns to that page. `isPaged` rows are paged by the server.
 */
export const usePaged = <Row extends { id: string }>(rows: readonly Row[], isPaged = false) => {
	const [state, change] = useListState();
	const pages = isPaged ? 1 : Math.max(1, Math.ceil(rows.length / ROWS_AT_ONCE));
	const page = Math.min(parsePage(state.page), pages);
	const saved = pages === 1 ? -1 : rows.findIndex(({ id }) => id === getRecentlySaved());
	const wanted = saved < 0 ? page : Math.floor(saved / ROWS_AT_ONCE) + 1;
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each turn
	useEffect(() => {
		if (wanted !== page) change(toPageParam(wanted), { replace: true });
	}, [wanted, page]);
	const top = useTopOnTurn(page);
	const whole = useMemo(
		() => (pages === 1 ? rows : rows.slice((page - 1) * ROWS_AT_ONCE, page * ROWS_AT_ONCE)),
		[rows, page, pages],
	);
	// Paints the first rows before the others are built.
	const isFirst = useDeferredValue(false, true) && whole.length > FIRST_ROWS;
	const shown = useMemo(() => (isFirst ? whole.slice(0, FIRST_ROWS) : whole), [whole, isFirst]);
	return {
		shown,
		pager: (
			<>
				{/* The room of the other rows, so that the page can return to where it was scrolled. */}
				{isFirst && <div style={{ height: (whole.length - FIRST_ROWS) * ROW_HEIGHT }} />}
				{pages > 1 && <Pager total={rows.length} limit={ROWS_AT_ONCE} />}
			</>
		),
		top,
	};
};

type LoadedProps<Data> = ComponentProps<typeof Loaded<Data>>;

interface PagedListProps<Data extends Pick<PagerProps, 'total' | 'more'>>
	extends LoadedProps<Data> {
	query: LoadedProps<Data>['query'] & { isPlaceholderData: boolean };
	/** Rows on a page. */
	limit: number;
	/** Replaces the rows where there are none. */
	empty?: ReactNode;
}

/** Renders a list that the server pages, with its pager. A page after the last one leads to the last. */
export const PagedList = <Data extends Pick<PagerProps, 'total' | 'more'>>(
	props: PagedListProps<Data>,
) => {
	const { query, limit, empty, children, ...loaded } = props;
	const [state] = useListState();
	const navigate = useNavigate();
	const page = parsePage(state.page);
	const busy = query.isPlaceholderData;
	const last = Math.ceil((query.data?.total ?? 0) / limit);
	const isBehind = !busy && last > 0 && page > last;
	useEffect(() => {
		if (!isBehind) return;
		void navigate({
			to: '.',
			search: (before: ListState) => ({ ...before, ...toPageParam(last) }) as never,
			replace: true,
			resetScroll: false,
		});
	}, [isBehind, last, navigate]);
	const top = useTopOnTurn(page, busy);
	return (
		<Loaded {...loaded} query={query}>
			{(data) =>
				isBehind ? (
					<Loading text={loaded.loading} />
				) : (
					<>
						<VisuallyHidden role="status">
							{!busy && data.total === 0 && empty !== undefined && 'Nothing found'}
						</VisuallyHidden>
						<PageBox top={top} busy={busy}>
							{data.total === 0 && empty ? empty : children(data)}
						</PageBox>
						<Pager total={data.total} more={data.more} limit={limit} busy={busy} />
					</>
				)
			}
		</Loaded>
	);
};

interface ShowMoreProps {
	list: Pick<
		UseInfiniteQueryResult,
		'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchNextPageError' | 'isFetchingNextPage'
	>;
	/** Text of the button: 'Show older'. */
	words: string;
	/** Text at the end of the list. */
	end: string;
	/** Text for an error without a message of its own. */
	fallback: string;
}

/** Renders the button that loads more of a list and, once more was loaded, the text at the end of the list. */
export const ShowMore = ({ list, words: text, end, fallback }: ShowMoreProps) => {
	const last = useRef<HTMLParagraphElement>(null);
	const [grown, setGrown] = useState(false);
	const { hasNextPage } = list;
	// The button that was just pressed is removed with the last page.
	useEffect(() => {
		if (grown && !hasNextPage) last.current?.focus({ preventScroll: true });
	}, [grown, hasNextPage]);
	if (!hasNextPage)
		return grown ? (
			<Text ref={last} tabIndex={-1} mt={20} ta="center" size="sm" c="dimmed">
				{end}
			</Text>
		) : null;
	return (
		<Stack align="center" gap={8} mt={20}>
			{list.isFetchNextPageError && <Failure words={describeError(list.error, fallback)} />}
			<Button
				variant="default"
				loading={list.isFetchingNextPage}
				onClick={() => {
					setGrown(true);
					void list.fetchNextPage();
				}}
			>
				{text}
			</Button>
		</Stack>
	);
};

/** Returns a growing list for `Loaded`, which keeps the loaded pages when the next one failed. */
export const ignoreNextPageError = <
	List extends { isError: boolean; isFetchNextPageError: boolean },
>(
	list: List,
) => ({
	...list,
	isError: list.isError && !list.isFetchNextPageError,
});
