import { createFileRoute } from '@tanstack/react-router';
import { unmatchedQuery } from '#shared/contract/settlements.ts';
import { UnmatchedPage } from '../../features/transactions/unmatched-page.tsx';
import { searchParams } from '../../ui/address/search-params.ts';

export const Route = createFileRoute('/admin/transactions_/strays')({
	staticData: { permission: 'payments:read' },
	validateSearch: searchParams(unmatchedQuery),
	component: UnmatchedPage,
});
