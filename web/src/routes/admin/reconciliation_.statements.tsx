import { createFileRoute } from '@tanstack/react-router';
import { statementsQuery } from '#shared/contract/statements.ts';
import { StatementsPage } from '../../features/reconciliation/statements-page.tsx';
import { RequirePermission } from '../../ui/require-permission.tsx';
import { searchParams } from '../../ui/search-params.ts';

export const Route = createFileRoute('/admin/reconciliation_/statements')({
	validateSearch: searchParams(statementsQuery),
	component: () => (
		<RequirePermission permission="payments:read">
			<StatementsPage />
		</RequirePermission>
	),
});
