import { createFileRoute } from '@tanstack/react-router';
import { accountsQuery } from '#shared/contract/finance/accounts.ts';
import { AccountsPage } from '../../finance/transactions/accounts-page.tsx';
import { searchParams } from '../../platform/ui/address/search-params.ts';

export const Route = createFileRoute('/admin/accounts')({
	staticData: {
		title: 'Accounts',
		part: 'finance',
		permission: 'payments:read',
		loading: 'Loading accounts...',
	},
	validateSearch: searchParams(accountsQuery),
	component: AccountsPage,
});
