import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Transaction } from '#shared/contract/transactions.ts';
import { isBackwards } from '#shared/day-range.ts';
import { useListState } from '../../ui/address/list-state.ts';
import { NoSuchDays } from '../../ui/dates/day-field.tsx';
import { ClearFilters } from '../../ui/list/filters.tsx';
import { PagedList } from '../../ui/list/paged-list.tsx';
import { pageIn } from '../../ui/list/pager.tsx';
import { Empty } from '../../ui/loading/empty.tsx';
import { saidOnce } from '../../ui/loading/loaded.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import { Chips } from './chips.tsx';
import { useFollow } from './live.ts';
import { NewPayments } from './new-payments.tsx';
import { AskToPay, ExportButton } from './page-actions.tsx';
import { PaymentDrawer } from './payment-drawer.tsx';
import classes from './payments-list.module.css';
import { PaymentsTable } from './payments-table.tsx';
import { PAGE_LIMIT, transactionQuery, transactionsQuery } from './queries.ts';
import { SearchCard } from './search-card.tsx';
import { MaskedNote, SearchNotes } from './search-notes.tsx';
import { useOpenPayment } from './use-open-payment.ts';

const NONE: readonly Transaction[] = [];

const clear = (
	<ClearFilters names={['search', 'status', 'from', 'to', 'result_code', 'age', 'mark']} />
);

/** Renders the list of payments with its search, filters and details. */
export const TransactionsPage = () => {
	const [{ search, status, from, to, result_code, age, mark, page }, change] = useListState();
	const filters = { search, status, from, to, result_code, age, mark };
	const backwards = isBackwards(filters);
	const list = useQuery({ ...transactionsQuery(filters, pageIn(page)), enabled: !backwards });
	const found = list.data?.total;
	// Above an empty list, which fills a phone; below other lists, which must not move.
	const searchNotes = search && <SearchNotes filters={filters} found={found} />;
	const rows = list.data?.data ?? NONE;
	useFollow(rows);
	const { id, show, close } = useOpenPayment();
	// An error of both requests is shown once, in the drawer.
	const open = useQuery({ ...transactionQuery(id ?? ''), enabled: false });
	const said = saidOnce(list, open.isError);
	const filtered = Object.values(filters).some((filter) => filter !== undefined);
	return (
		<Page
			title="MPesa Transactions"
			screen="/admin/transactions"
			actions={
				<>
					<ExportButton filters={filters} count={backwards ? undefined : list.data} />
					<AskToPay />
				</>
			}
		>
			<SearchCard onFound={show} />
			<nav className={classes.chips} aria-label="Quick filters">
				<Chips filters={filters} />
			</nav>
			<MaskedNote {...filters} />
			{backwards && <NoSuchDays action={clear} />}
			{found === 0 && searchNotes}
			{!backwards && !said.hidden && (
				<PagedList
					query={said}
					limit={PAGE_LIMIT}
					loading="Loading transactions..."
					fallback="Failed to fetch transactions"
					skeleton={<TableSkeleton rows={PAGE_LIMIT} />}
				>
					{({ data, total }) => (
						<>
							{/* Placeholder data are the rows of another search. */}
							{!list.isPlaceholderData && (
								<NewPayments
									filters={filters}
									shown={total}
									onShow={() => {
										change({ page: undefined });
										void list.refetch();
									}}
								/>
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
			{found !== 0 && searchNotes}
			<PaymentDrawer
				opened={id !== undefined}
				onClose={close}
				id={id ?? ''}
				list={{ filters, page: pageIn(page), rows, total: list.data?.total ?? 0, show }}
			/>
		</Page>
	);
};
