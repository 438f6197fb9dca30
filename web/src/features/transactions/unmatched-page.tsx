import { NativeSelect } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type StrayState, settlements, strayStates } from '#shared/contract/strays.ts';
import { useListState } from '../../ui/address/list-state.ts';
import { FilterBar, SearchField } from '../../ui/list/filter-bar.tsx';
import { Filters } from '../../ui/list/filters.tsx';
import { PagedList } from '../../ui/list/paged-list.tsx';
import { pageIn } from '../../ui/list/pager.tsx';
import { Empty } from '../../ui/loading/empty.tsx';
import { useLast } from '../../ui/loading/on-demand.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { UNMATCHED_LIMIT, unmatchedQuery } from './queries.ts';
import { SettleDeliveryDialog, type Settling } from './settle-delivery-dialog.tsx';
import classes from './transactions.module.css';

const states = [
	{ value: 'open', label: 'Open' },
	{ value: 'settled', label: 'Settled' },
	...Object.entries(settlements).map(([value, label]) => ({ value, label: `Settled: ${label}` })),
];

const stateIn = (state: string | undefined): StrayState =>
	strayStates.find((one) => one === state) ?? 'open';

/** Lists the deliveries that changed no payment, such as wrong amounts and unknown requests. */
export const UnmatchedPage = () => {
	const [{ page, search, state: asked }, change] = useListState();
	const state = stateIn(asked);
	const list = useQuery(unmatchedQuery(state, search, pageIn(page)));
	const [settling, settle] = useState<Settling>();
	return (
		<Page
			title="Unmatched deliveries"
			subtitle="Reports from M-Pesa that changed no payment and need a decision."
			back={<BackLink to="/admin/transactions">MPesa Transactions</BackLink>}
		>
			<FilterBar>
				<SearchField label="Search by receipt, phone or request ID" />
				<Filters names={['state']}>
					<NativeSelect
						aria-label="Show"
						data={states}
						value={state}
						style={{ flex: '1 1 230px', maxWidth: 320 }}
						onChange={({ currentTarget: { value } }) =>
							change({ state: value === 'open' ? undefined : value })
						}
					/>
				</Filters>
			</FilterBar>
			<PagedList
				query={list}
				limit={UNMATCHED_LIMIT}
				loading="Loading unmatched deliveries..."
				fallback="Failed to fetch unmatched deliveries"
				skeleton={<TableSkeleton rows={5} />}
				empty={
					<Empty
						icon={IconCircleCheck}
						{...(state === 'open' && search === undefined
							? {
									title: 'No open deliveries',
									text: 'Every delivery from M-Pesa is matched to a payment or settled.',
								}
							: { title: 'No deliveries found' })}
					/>
				}
			>
				{({ data }) => (
					<ul className={classes.deliveries} aria-label="Unmatched deliveries">
						{data.map((delivery) => (
							<DeliveryCard key={delivery.id} delivery={delivery} onSettle={settle} />
						))}
					</ul>
				)}
			</PagedList>
			<SettleDeliveryDialog
				opened={settling !== undefined}
				onClose={() => settle(undefined)}
				settling={useLast(settling)}
			/>
		</Page>
	);
};
