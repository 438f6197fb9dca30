import { createFileRoute, redirect } from '@tanstack/react-router';
import { unmatchedQuery } from '#shared/contract/finance/settlements.ts';
import { searchParams } from '../../platform/ui/address/search-params.ts';

/** An address of earlier versions. */
export const Route = createFileRoute('/admin/transactions_/strays')({
	validateSearch: searchParams(unmatchedQuery),
	beforeLoad: ({ search }): void => {
		throw redirect({
			to: '/admin/transactions/to-check',
			search: { kind: 'unmatched', ...search },
			replace: true,
		});
	},
});
