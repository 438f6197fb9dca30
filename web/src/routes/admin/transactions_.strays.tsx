import { createFileRoute } from '@tanstack/react-router';
import { unmatchedQuery } from '#shared/contract/strays.ts';
import { UnmatchedPage } from '../../features/transactions/unmatched-page.tsx';
import { RequirePermission } from '../../ui/require-permission.tsx';
import { searchParams } from '../../ui/search-params.ts';

export const Route = createFileRoute('/admin/transactions_/strays')({
	validateSearch: searchParams(unmatchedQuery),
	component: () => (
		<RequirePermission permission="payments:read">
			<UnmatchedPage />
		</RequirePermission>
	),
});
