import { createFileRoute } from '@tanstack/react-router';

/** The list shows the payment of this address in a drawer. */
export const Route = createFileRoute('/admin/transactions/$transactionId')({
	// A chunk for nothing would be one more request.
	codeSplitGroupings: [],
	component: () => null,
});
