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
	component: () =>
		// Links of earlier versions name a mark.
		Route.useSearch().mark ? (
			<Navigate to="/admin/transactions/to-check" search={{ kind: 'marked' }} replace />
		) : (
			<TransactionsPage />
		),
});
