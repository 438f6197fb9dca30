import { createFileRoute } from '@tanstack/react-router';
import { MonthsPage } from '../../features/periods/months-page.tsx';
import { listParams } from '../../ui/list-state.ts';
import { RequirePermission } from '../../ui/require-permission.tsx';

export const Route = createFileRoute('/admin/reconciliation_/months')({
	validateSearch: listParams,
	component: () => (
		<RequirePermission permission="payments:read">
			<MonthsPage />
		</RequirePermission>
	),
});
