import { createFileRoute } from '@tanstack/react-router';
import { toCheckQuery } from '#shared/contract/to-check.ts';
import { ToCheckPage } from '../../features/transactions/to-check-page.tsx';
import { searchParams } from '../../ui/address/search-params.ts';

export const Route = createFileRoute('/admin/transactions_/to-check')({
	staticData: { permission: 'payments:read' },
	validateSearch: searchParams(toCheckQuery),
	component: ToCheckPage,
});
