import { createFileRoute } from '@tanstack/react-router';
import { transactionsQuery } from '#shared/contract/transactions.ts';
import { TransactionsPage } from '../../features/transactions/transactions-page.tsx';
import { Needs } from '../../ui/needs.tsx';
import { searchParams } from '../../ui/search-params.ts';

export const Route = createFileRoute('/admin/transactions')({
	validateSearch: searchParams(transactionsQuery),
	component: () => (
		<Needs permission="payments:read">
			<TransactionsPage />
		</Needs>
	),
});
