import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Transaction } from '#shared/contract/transactions.ts';
import { isBackwards } from '#shared/day-range.ts';
import { usePart } from '../../api/part.ts';
import { useListState } from '../../ui/address/list-state.ts';
import { NoSuchDays } from '../../ui/dates/day-field.tsx';
import { ClearFilters } from '../../ui/list/filters.tsx';
import { PagedList } from '../../ui/list/paged-list.tsx';
import { pageIn } from '../../ui/list/pager.tsx';
import { Empty } from '../../ui/loading/empty.tsx';
import { saidOnce } from '../../ui/loading/loaded.tsx';
import { onDemand } from '../../ui/loading/on-demand.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import { Chips } from './chips.tsx';
import { NewPayments } from './new-payments.tsx';
import { AskToPay, ExportButton } from './page-actions.tsx';
import classes from './payments-list.module.css';
import { PaymentsTable } from './payments-table.tsx';
import { isAwaited, PAGE_LIMIT, transactionQuery, transactionsQuery } from './queries.ts';
import { SearchCard } from './search-card.tsx';
import { useOpenPayment } from './use-open-payment.ts';

const NONE: readonly Transaction[] = [];

const clear = (
	<ClearFilters names={['search', 'status', 'from', 'to', 'result_code', 'age', 'mark']} />
);

const [Drawer, prepareDrawer] = onDemand(() => import('./payment-drawer.tsx'), 'PaymentDrawer');

/** The payments: searched, filtered, looked into and exported. */
export const TransactionsPage = () => {
	const [{ search, status, from, to, result_code, age, mark, page }, change] = useListState();
	const filters = { search, status, from, to, result_code, age, mark };
	const backwards = isBackwards(filters);
	const list = useQuery({ ...transactionsQuery(filters, pageIn(page)), enabled: !backwards });
	// A list that is only looked at does without what there is to say of a search.
	const part = usePart('search notes', () => import('./search-notes.tsx'), { wanted: !!search });
	const notes = search ? part.data : undefined;
	const found = list.data?.total;
	// Above the words that nothing was found, which fill a phone; below a list, which must not move when it comes.
	const searchNotes = notes && <notes.SearchNotes filters={filters} found={found} />;
	const rows = list.data?.data ?? NONE;
	const live = usePart('live', () => import('./live.ts'), { wanted: rows.some(isAwaited) });
	const { id, unfolded, show, close } = useOpenPayment();
	// What fails for both is said once, where one looks: in the drawer.
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
			<SearchCard />
			<nav className={classes.chips} aria-label="Quick filters">
				<Chips filters={filters} />
			</nav>
			{notes && <notes.MaskedNote {...filters} />}
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
							{/* The rows of another search stand here until those of this one come. */}
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
											? 'Try another search, or take a filter away.'
											: 'Payments stand here as soon as they come in.'
									}
									action={filtered && clear}
								/>
							) : (
								<PaymentsTable
									label="Transactions"
									rows={data}
									current={id}
									onOpen={show}
									prepare={prepareDrawer}
								/>
							)}
						</>
					)}
				</PagedList>
			)}
			{found !== 0 && searchNotes}
			{live.data && <live.data.Follow payments={rows} />}
			<Drawer
				opened={id !== undefined}
				onClose={close}
				id={id ?? ''}
				unfolded={unfolded}
				list={{ filters, page: pageIn(page), rows, total: list.data?.total ?? 0, show }}
			/>
		</Page>
	);
};
