import { createFileRoute } from '@tanstack/react-router';

/** The list above it shows the payment in a drawer. */
export const Route = createFileRoute('/admin/transactions/$transactionId')({
	component: () => null,
});
