import { Stack, Text } from '@mantine/core';
import { IconPlus, IconUserDollar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ListedAccount } from '#shared/contract/finance/accounts.ts';
import { formatCount } from '#shared/grouped.ts';
import { useMay } from '../../platform/api/account.ts';
import { buildPageQuery } from '../../platform/api/query-keys.ts';
import { useListState } from '../../platform/ui/address/list-state.ts';
import { DialogButton } from '../../platform/ui/dialog/dialog-button.tsx';
import { Day } from '../../platform/ui/format/day.tsx';
import { Empty } from '../../platform/ui/loading/empty.tsx';
import { onDemand } from '../../platform/ui/loading/on-demand.tsx';
import { LinkText } from '../../platform/ui/page/links.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import type { Column } from '../../platform/ui/table/columns.ts';
import { DataTable } from '../../platform/ui/table/data-table.tsx';
import { ClearFilters, FilterBar, SearchField } from '../../platform/ui/table/filter-bar.tsx';
import { PagedList, parsePage } from '../../platform/ui/table/pager.tsx';
import { formatAccount, formatDate } from '../ui/formats.ts';
import { ACCOUNTS_KEY } from './queries.ts';

const LIMIT = 25;

type Row = ListedAccount & { id: string };

const columns: readonly Column<Row>[] = [
	{
		id: 'account',
		header: 'Account',
		title: true,
		draw: ({ account }) => (
			<LinkText to="/admin/accounts/$account" params={{ account }}>
				{formatAccount(account)}
			</LinkText>
		),
	},
	{
		id: 'until',
		header: 'Open until',
		draw: ({ open, until }) =>
			until === null ? (
				<span className="quiet">Never open</span>
			) : (
				<span className={open ? undefined : 'quiet'}>
					{open ? formatDate(until) : `Ended ${formatDate(until)}`}
				</span>
			),
	},
	{ id: 'payments', header: 'Payments', numeric: true, value: ({ payments }) => String(payments) },
	{ id: 'devices', header: 'Devices', numeric: true, value: ({ devices }) => String(devices) },
	{
		id: 'made_by',
		header: 'Made',
		draw: ({ created_at, made_by }) => (
			<Stack component="span" gap={0} lh={1.35}>
				<Day at={created_at} />
				<Text span size="sm" c="dimmed">
					by {made_by}
				</Text>
			</Stack>
		),
	},
];

const addDialog = onDemand(() => import('./add-accounts.tsx'), 'AddAccountsDialog');

/** Lists the accounts that somebody made, with their access. */
export const AccountsPage = () => {
	const [{ page, search }] = useListState();
	const mayAct = useMay('payments:act');
	const key = [ACCOUNTS_KEY, search];
	const list = useQuery(buildPageQuery(key, 'GET /accounts', { search }, parsePage(page), LIMIT));
	const add = mayAct && (
		<DialogButton part={addDialog} leftSection={<IconPlus size={18} aria-hidden />}>
			Add Accounts…
		</DialogButton>
	);
	return (
		<Page subtitle="Payments open only these accounts, and phone numbers" actions={add}>
			<FilterBar>
				<SearchField label="Search accounts" />
			</FilterBar>
			<PagedList
				query={list}
				limit={LIMIT}
				loading="Loading accounts..."
				fallback="Failed to load the accounts"
				empty={
					<Empty
						icon={IconUserDollar}
						title="No accounts found"
						text={
							search
								? 'Try another search.'
								: 'Add the admission numbers that payers type, such as ADM/2026/014.'
						}
						action={search ? <ClearFilters names={['search']} /> : add}
					/>
				}
			>
				{({ data, total }) => (
					<DataTable
						label={formatCount(total, 'account')}
						columns={columns}
						rows={data.map((row) => ({ ...row, id: row.account }))}
					/>
				)}
			</PagedList>
		</Page>
	);
};
