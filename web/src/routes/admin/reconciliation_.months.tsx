import { createFileRoute } from '@tanstack/react-router';
import { MonthsPage } from '../../finance/periods/months-page.tsx';
import { listParams } from '../../platform/ui/address/list-state.ts';

export const Route = createFileRoute('/admin/reconciliation_/months')({
	staticData: {
		title: 'Months',
		loading: 'Loading the months...',
		part: 'finance',
		permission: 'payments:read',
	},
	validateSearch: listParams,
	component: MonthsPage,
});
