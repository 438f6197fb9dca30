import { createFileRoute } from '@tanstack/react-router';
import { TransactionsPage } from '../../features/transactions/transactions-page.tsx';
import { Needs } from '../../ui/needs.tsx';

export const Route = createFileRoute('/admin/transactions')({
	component: () => (
		<Needs permission="payments:read">
			<TransactionsPage />
		</Needs>
	),
});
