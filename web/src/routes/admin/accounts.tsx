import { createFileRoute } from '@tanstack/react-router';
import { accountsQuery } from '#shared/contract/accounts.ts';
import { AccountsPage } from '../../features/transactions/accounts-page.tsx';
import { searchParams } from '../../ui/address/search-params.ts';

export const Route = createFileRoute('/admin/accounts')({
	staticData: { title: 'Accounts', permission: 'payments:read', loading: 'Loading accounts...' },
	validateSearch: searchParams(accountsQuery),
	component: AccountsPage,
});
