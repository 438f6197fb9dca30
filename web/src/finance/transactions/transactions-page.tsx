import { Button, Group } from '@mantine/core';
import { IconDeviceMobileDollar, IconDownload, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import type { TransactionFilters } from '#shared/contract/finance/transactions-query.ts';
import { isBackwards } from '#shared/day-range.ts';
import { formatCount } from '#shared/grouped.ts';
import { useMay } from '../../platform/api/account.ts';
import { type ListState, useListState } from '../../platform/ui/address/list-state.ts';
import { DialogButton } from '../../platform/ui/dialog/dialog-button.tsx';
import { NoSuchDays } from '../../platform/ui/fields/day-field.tsx';
import { Empty } from '../../platform/ui/loading/empty.tsx';
import { hideRepeatedError } from '../../platform/ui/loading/loaded.tsx';
import { lazyPart, onDemand, useIdleLoad } from '../../platform/ui/loading/on-demand.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { ClearFilters } from '../../platform/ui/table/filter-bar.tsx';
import { PagedList, parsePage } from '../../platform/ui/table/pager.tsx';
import { Chips } from './chips.tsx';
import { MaskedNote, Notice } from './notice.tsx';
import { PaymentDrawer } from './payment-drawer.tsx';
import { PaymentsTable } from './payments-table.tsx';
import {
	buildTotalQuery,
	buildTransactionQuery,
	buildTransactionsQuery,
	PAGE_LIMIT,
	useFollow,
	useOpenPayment,
} from './queries.ts';
import { requestPaymentDialog, useMayRequest } from './request-payment-dialog.tsx';
import { SearchCard } from './search-card.tsx';

const [SearchNotes, prepareNotes] = lazyPart(
	() => import('./search-notes.tsx'),
	'SearchNotes',
	null,
);
const exportDialog = onDemand(() => import('./export-dialog.tsx'), 'ExportDialog');

interface ActionsProps {
	filters: TransactionFilters;
	/** The number of rows; undefined until the list is loaded. */
	count: { total: number; more?: true | undefined } | undefined;
}

/** Renders the buttons that export the list and request a payment, for those who may. */
const Actions = ({ filters, count }: ActionsProps) => {
	const mayExport = useMay('payments:export');
	const mayRequest = useMayRequest();
	return (
		<>
			{mayExport && (
				<DialogButton
					part={exportDialog}
					dialog={{ filters, rows: count?.total ?? 0, more: count?.more }}
					task="export"
					variant="default"
					title="Export CSV"
					leftSection={<IconDownload size={18} aria-hidden />}
					disabled={count === undefined}
				>
					Export CSV
				</DialogButton>
			)}
			{mayRequest && (
				<DialogButton
					part={requestPaymentDialog}
					task="request-payment"
					leftSection={<IconDeviceMobileDollar size={18} aria-hidden />}
				>
					Request payment
				</DialogButton>
			)}
		</>
	);
};

interface NewPaymentsProps {
	filters: TransactionFilters;
	/** The total when the rows on screen were loaded. */
	shown: number;
	onShow: () => void;
}

const POLL_MS = 15_000;

/** Announces payments that arrived since the rows were loaded; the rows stay until the person asks for new ones. */
const NewPayments = ({ filters, shown, onShow }: NewPaymentsProps) => {
	const { search, result_code, age } = filters;
	const { data: total } = useQuery({
		...buildTotalQuery(filters, shown),
		initialData: shown,
		// The server counts these one by one: do not repeat that for long lists.
		enabled: shown <= PAGE_LIMIT || !(search || result_code || age),
		refetchInterval: POLL_MS,
	});
	return (
		total > shown && (
			<Notice>
				{formatCount(total - shown, 'new payment')}
				<Button size="xs" onClick={onShow}>
					Show
				</Button>
			</Notice>
		)
	);
};

const NONE: readonly Transaction[] = [];

const FILTERS = ['search', 'status', 'from', 'to', 'result_code', 'age'] as const;

const pickFilters = (state: ListState) =>
	Object.fromEntries(FILTERS.map((name) => [name, state[name]])) as TransactionFilters;

const clear = <ClearFilters names={FILTERS} />;

/** Renders the list of payments with its search, filters and details. */
export const TransactionsPage = () => {
	const [{ page, ...state }, change] = useListState();
	const filters = pickFilters(state);
	const { search } = filters;
	const backwards = isBackwards(filters);
	const list = useQuery({
		...buildTransactionsQuery(filters, parsePage(page)),
		enabled: !backwards,
	});
	const matching = list.data?.total;
	// Above an empty list, which fills a phone; below other lists, which must not move.
	const searchNotes = search && <SearchNotes filters={filters} total={matching} />;
	const rows = list.data?.data ?? NONE;
	useFollow(rows);
	useIdleLoad(prepareNotes);
	const { id, show, close } = useOpenPayment();
	// An error of both requests is shown once, in the drawer.
	const open = useQuery({ ...buildTransactionQuery(id ?? ''), enabled: false });
	const query = hideRepeatedError(list, open.isError);
	const filtered = Object.values(filters).some((filter) => filter !== undefined);
	const reload = () => {
		change({ page: undefined });
		void list.refetch();
	};
	return (
		<Page
			screen="/admin/transactions"
			actions={<Actions filters={filters} count={backwards ? undefined : list.data} />}
		>
			<SearchCard onFound={show} />
			<Group
				component="nav"
				aria-label="Quick filters"
				gap="4px 8px"
				mih={{ base: 92, xs: 44, md: 32 }}
				mb={{ base: 8, xs: 12 }}
			>
				<Chips filters={filters} />
			</Group>
			<MaskedNote {...filters} />
			{backwards && <NoSuchDays action={clear} />}
			{matching === 0 && searchNotes}
			{!backwards && !query.hidden && (
				<PagedList
					query={query}
					limit={PAGE_LIMIT}
					loading="Loading transactions..."
					fallback="Failed to fetch transactions"
				>
					{({ data, total }) => (
						<>
							{/* Placeholder data are the rows of another search. */}
							{!list.isPlaceholderData && (
								<NewPayments filters={filters} shown={total} onShow={reload} />
							)}
							{data.length === 0 ? (
								<Empty
									icon={IconReceipt}
									title="No transactions found"
									text={
										filtered
											? 'Try another search, or remove a filter.'
											: 'Payments appear here as they arrive.'
									}
									action={filtered && clear}
								/>
							) : (
								<PaymentsTable label="Transactions" rows={data} current={id} onOpen={show} />
							)}
						</>
					)}
				</PagedList>
			)}
			{matching !== 0 && searchNotes}
			<PaymentDrawer
				opened={id !== undefined}
				onClose={close}
				id={id ?? ''}
				list={{ filters, page: parsePage(page), rows, total: matching ?? 0, show }}
			/>
		</Page>
	);
};
