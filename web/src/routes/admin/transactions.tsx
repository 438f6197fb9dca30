import { createFileRoute } from '@tanstack/react-router';
import { transactionsQuery } from '#shared/contract/transactions.ts';
import { TransactionsPage } from '../../features/transactions/transactions-page.tsx';
import { RequirePermission } from '../../ui/require-permission.tsx';
import { searchParams } from '../../ui/search-params.ts';

export const Route = createFileRoute('/admin/transactions')({
	validateSearch: searchParams(transactionsQuery),
	component: () => (
		<RequirePermission permission="payments:read">
			<TransactionsPage />
		</RequirePermission>
	),
});
