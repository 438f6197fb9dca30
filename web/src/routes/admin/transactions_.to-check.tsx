import { createFileRoute } from '@tanstack/react-router';
import { unmatchedQuery } from '#shared/contract/finance/settlements.ts';
import { toCheckQuery } from '#shared/contract/finance/to-check.ts';
import { z } from '#shared/zod.ts';
import { ToCheckPage } from '../../finance/transactions/to-check-page.tsx';
import { searchParams } from '../../platform/ui/address/search-params.ts';

export const Route = createFileRoute('/admin/transactions_/to-check')({
	staticData: {
		title: 'To check',
		loading: 'Loading what needs checking...',
		part: 'finance',
		permission: 'payments:read',
	},
	validateSearch: searchParams(z.extend(unmatchedQuery, toCheckQuery.shape)),
	component: ToCheckPage,
});
