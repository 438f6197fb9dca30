import { createFileRoute } from '@tanstack/react-router';
import { statementsQuery } from '#shared/contract/finance/reconciliation-query.ts';
import { StatementsPage } from '../../finance/reconciliation/statements-page.tsx';
import { searchParams } from '../../platform/ui/address/search-params.ts';

export const Route = createFileRoute('/admin/reconciliation_/statements')({
	staticData: {
		title: 'Statements',
		loading: 'Loading statements...',
		part: 'finance',
		permission: 'payments:read',
	},
	validateSearch: searchParams(statementsQuery),
	component: StatementsPage,
});
