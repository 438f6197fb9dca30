import { ActionIcon, Drawer, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import type { TransactionFilters } from '#shared/contract/finance/transactions-query.ts';
import { Loaded, useRetryFailed } from '../../platform/ui/loading/loaded.tsx';
import { Loading } from '../../platform/ui/loading/loading.tsx';
import { lazyPart, type Opened } from '../../platform/ui/loading/on-demand.tsx';
import { buildTransactionQuery, buildTransactionsQuery, PAGE_LIMIT } from './queries.ts';
import classes from './transactions.module.css';

const [TransactionDetails, prepareDetails] = lazyPart(
	() => import('./transaction-details.tsx'),
	'TransactionDetails',
	<Loading height={280} />,
);

/** The list that a payment is opened from. */
interface ListBehind {
	filters: TransactionFilters;
	page: number;
	/** The rows of that page. */
	rows: readonly Transaction[];
	total: number;
	/** Opens another payment. */
	show: (id: string, search?: object) => void;
}

/** Returns functions that open the next (1) or previous (-1) payment of the list, also across pages. */
const useSteps = ({ filters, page, rows, total, show }: ListBehind, id: string) => {
	const client = useQueryClient();
	const index = rows.findIndex((row) => row.id === id);
	const placeAfter = (by: number) => (page - 1) * PAGE_LIMIT + index + by;
	const canStep = (by: number) => index >= 0 && placeAfter(by) >= 0 && placeAfter(by) < total;
	const step = async (by: number) => {
		const nextPage = Math.floor(placeAfter(by) / PAGE_LIMIT) + 1;
		const isSamePage = nextPage === page;
		const { data } = isSamePage
			? { data: rows }
			: await client.fetchQuery(buildTransactionsQuery(filters, nextPage));
		const next = data[placeAfter(by) % PAGE_LIMIT];
		const search = { ...filters, page: nextPage === 1 ? undefined : String(nextPage) };
		if (next) show(next.id, isSamePage ? undefined : search);
	};
	return { step, canStep };
};

/** Keeps the row of the open payment in view, and focuses the row when the payment closes. */
const useRowInView = (opened: boolean, id: string) => {
	const last = useRef<string>(undefined);
	useEffect(() => {
		const buttonOf = (row: string) =>
			document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] [data-opens]`);
		if (opened) buttonOf(id)?.scrollIntoView({ block: 'nearest' });
		else if (last.current !== undefined && document.activeElement === document.body)
			buttonOf(last.current)?.focus();
		last.current = opened ? id : undefined;
	}, [opened, id]);
};

interface PaymentDrawerProps extends Opened {
	/** The id of the payment. */
	id: string;
	list: ListBehind;
}

/** Renders the details of a payment next to its list, which stays usable; on a phone in place of the list. */
export const PaymentDrawer = ({ opened, onClose, id, list }: PaymentDrawerProps) => {
	const row = list.rows.find((each) => each.id === id);
	const { step, canStep } = useSteps(list, id);
	const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
	const [content, setContent] = useState<HTMLElement | null>(null);
	useRowInView(opened, id);
	useEffect(prepareDetails, []);
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each payment
	useEffect(() => {
		// Mantine marks every drawer as modal.
		content?.setAttribute('aria-modal', String(!isWide));
		if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
	}, [content, id, isWide]);
	/** Closes on Escape, unless the key belongs to a dialog above the drawer. */
	const closeOnEscape = ({ key, target, currentTarget }: KeyboardEvent) => {
		if (key === 'Escape' && currentTarget.contains(target as Node)) onClose();
	};
	const payment = useQuery({ ...buildTransactionQuery(id), enabled: opened });
	const retry = useRetryFailed();
	const stepButton = (by: 1 | -1, label: string, Icon: typeof IconChevronUp) => (
		<ActionIcon
			variant="transparent"
			bg="transparent"
			aria-label={label}
			title={label}
			disabled={!canStep(by)}
			onClick={() => void step(by)}
		>
			<Icon size={20} aria-hidden />
		</ActionIcon>
	);
	return (
		<Drawer.Root
			opened={opened}
			onClose={onClose}
			position="right"
			size={isWide ? '30rem' : '100%'}
			padding={isWide ? 'lg' : 'md'}
			zIndex={isWide ? 90 : 200}
			trapFocus={!isWide}
			lockScroll={!isWide}
			closeOnEscape={false}
			returnFocus={false}
			transitionProps={{ duration: 0 }}
			classNames={{ inner: classes.inner ?? '', content: classes.drawer ?? '' }}
		>
			<Drawer.Content
				ref={setContent}
				// Mantine's drawer takes no onKeyDown.
				onKeyDownCapture={closeOnEscape}
			>
				<Drawer.Header className={classes.head} py={4} mih={56}>
					<Drawer.Title fz={{ base: 16, xs: 18 }} fw={650}>
						Transaction Details
					</Drawer.Title>
					<Group gap={4} wrap="nowrap">
						{stepButton(-1, 'Previous payment', IconChevronUp)}
						{stepButton(1, 'Next payment', IconChevronDown)}
						<Drawer.CloseButton aria-label="Close the details" />
					</Group>
				</Drawer.Header>
				<Drawer.Body key={id} pt="md">
					{/* The list already has everything except the history. */}
					<Loaded
						query={{ ...payment, ...(row && { data: row, isError: false }), refetch: retry }}
						loading="Loading transaction..."
						fallback="Failed to fetch transaction"
						height={320}
					>
						{(transaction: Transaction) => (
							<TransactionDetails row={transaction} onClose={onClose} />
						)}
					</Loaded>
				</Drawer.Body>
			</Drawer.Content>
		</Drawer.Root>
	);
};
