import { createFileRoute } from '@tanstack/react-router';
import { PayerPage } from '../../finance/transactions/payer-page.tsx';
import { listParams } from '../../platform/ui/address/list-state.ts';

export const Route = createFileRoute('/admin/transactions_/payers/$transactionId')({
	staticData: {
		title: 'Payer',
		loading: 'Loading payer...',
		part: 'finance',
		permission: 'payments:read',
	},
	validateSearch: listParams,
	component: () => {
		const { transactionId } = Route.useParams();
		return <PayerPage key={transactionId} transactionId={transactionId} />;
	},
});
