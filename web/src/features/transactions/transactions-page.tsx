import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Transaction } from '#shared/contract/transactions.ts';
import { isBackwards } from '#shared/day-range.ts';
import { useMay } from '../../api/account.ts';
import { useAsked } from '../../ui/asked.ts';
import { Empty } from '../../ui/empty.tsx';
import { NoSuchDays } from '../../ui/list/days.tsx';
import { usePageBehind } from '../../ui/list/page-behind.ts';
import { Pager, pageIn } from '../../ui/list/pager.tsx';
import { useListState } from '../../ui/list-state.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { notifyFailure } from '../../ui/notifications.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Page } from '../../ui/page.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import { AskToPay } from './ask-to-pay.tsx';
import { transactionColumns } from './columns.tsx';
import { ExportButton } from './export-button.tsx';
import { useFollow } from './live.ts';
import { MaskedNote, MaskedOffer } from './masked.tsx';
import { NewPayments } from './new-payments.tsx';
import { PAGE_LIMIT, transactionQuery, transactionsQuery } from './queries.ts';
import { SearchCard } from './search-card.tsx';

const [Details, prepareDetails] = onDemand(
	'transaction details',
	async () => (await import('./transaction-dialog.tsx')).TransactionDialog,
);

const NO_ROWS: Transaction[] = [];

/** The payments: searched, filtered, looked into and exported. */
export const TransactionsPage = () => {
	const [{ search, status, from, to, result_code, age, mark, page }, change] = useListState();
	const [selected, select] = useState<Transaction | null>(null);
	const closeDetails = useCallback(() => select(null), []);
	const client = useQueryClient();
	useAsked('payment', (id) =>
		client.fetchQuery(transactionQuery(id)).then(select, (error) => {
			notifyFailure(error, 'Failed to fetch transaction');
		}),
	);
	const filters = { search, status, from, to, result_code, age, mark };
	const backwards = isBackwards(filters);
	const list = useQuery({ ...transactionsQuery(filters, pageIn(page)), enabled: !backwards });
	useFollow(list.data?.data ?? NO_ROWS);
	const behind = usePageBehind(list.data?.total, PAGE_LIMIT, list.isPlaceholderData);
	const mayExport = useMay('payments:export');
	const filtered = Object.values(filters).some((filter) => filter !== undefined);
	const clear = (
		<Button
			variant="default"
			onClick={() =>
				change({
					search: undefined,
					status: undefined,
					from: undefined,
					to: undefined,
					result_code: undefined,
					age: undefined,
					mark: undefined,
				})
			}
		>
			Clear filters
		</Button>
	);
	return (
		<Page
			title="MPesa Transactions"
			actions={
				<>
					{mayExport && (
						<ExportButton filters={filters} count={backwards ? undefined : list.data} />
					)}
					<AskToPay />
				</>
			}
		>
			<SearchCard />
			<MaskedNote {...filters} />
			{backwards ? (
				<NoSuchDays action={clear} />
			) : (
				<Loaded
					query={list}
					loading="Loading transactions..."
					fallback="Failed to fetch transactions"
					skeleton={<TableSkeleton rows={PAGE_LIMIT} />}
				>
					{({ data, total, more }) => (
						<>
							<NewPayments
								filters={filters}
								shown={total}
								onShow={() => {
									change({ page: undefined });
									void list.refetch();
								}}
							/>
							{behind ? (
								<TableSkeleton rows={PAGE_LIMIT} />
							) : data.length === 0 ? (
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
								<DataTable
									label="Transactions"
									columns={transactionColumns}
									rows={data}
									sortedByServer
									actions={(row) => (
										<Button
											variant="light"
											size="xs"
											onClick={() => select(row)}
											onPointerEnter={prepareDetails}
											onFocus={prepareDetails}
										>
											View Details
										</Button>
									)}
								/>
							)}
							<Pager total={total} more={more} limit={PAGE_LIMIT} busy={list.isPlaceholderData} />
						</>
					)}
				</Loaded>
			)}
			<MaskedOffer filters={filters} />
			<Details opened={selected !== null} row={selected} onClose={closeDetails} />
		</Page>
	);
};
