import { createFileRoute, redirect } from '@tanstack/react-router';

/** An address of earlier versions. */
export const Route = createFileRoute('/admin/transactions_/strays')({
	beforeLoad: (): void => {
		throw redirect({
			to: '/admin/transactions/to-check',
			search: { kind: 'unmatched' },
			replace: true,
		});
	},
});
