import { createFileRoute } from '@tanstack/react-router';
import { decisionsQuery } from '#shared/contract/finance/decisions.ts';
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
	validateSearch: searchParams(
		z.extend(decisionsQuery, {
			kind: z.optional(z.string()),
			// Set by links of earlier versions to messages that were decided.
			state: z.optional(z.string()),
		}),
	),
	component: ToCheckPage,
});
