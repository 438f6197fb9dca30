import { createFileRoute, Navigate } from '@tanstack/react-router';
import { transactionsQuery } from '#shared/contract/finance/transactions-query.ts';
import { TransactionsPage } from '../../finance/transactions/transactions-page.tsx';
import { searchParams } from '../../platform/ui/address/search-params.ts';

export const Route = createFileRoute('/admin/transactions')({
	staticData: {
		title: 'MPesa Transactions',
		loading: 'Loading transactions...',
		part: 'finance',
		permission: 'payments:read',
	},
	validateSearch: searchParams(transactionsQuery),
	component: () => {
		// Links of earlier versions name a mark, or what waits for an account.
		const { mark, to_assign } = Route.useSearch();
		const kind = mark ? 'marked' : to_assign ? 'unassigned' : undefined;
		if (!kind) return <TransactionsPage />;
		return <Navigate to="/admin/transactions/to-check" search={{ kind }} replace />;
	},
});
