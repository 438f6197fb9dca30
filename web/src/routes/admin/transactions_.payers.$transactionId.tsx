import { createFileRoute } from '@tanstack/react-router';
import { PayerPage } from '../../features/transactions/payer-page.tsx';
import { listParams } from '../../ui/list-state.ts';
import { RequirePermission } from '../../ui/require-permission.tsx';

const PayerOf = () => {
	const { transactionId } = Route.useParams();
	return (
		<RequirePermission permission="payments:read">
			<PayerPage key={transactionId} transactionId={transactionId} />
		</RequirePermission>
	);
};

export const Route = createFileRoute('/admin/transactions_/payers/$transactionId')({
	validateSearch: listParams,
	component: PayerOf,
});
