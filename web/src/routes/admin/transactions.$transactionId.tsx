import { createFileRoute } from '@tanstack/react-router';

/** Renders nothing: the list shows the payment of this address in a drawer. */
export const Route = createFileRoute('/admin/transactions/$transactionId')({
	// An empty chunk would be one more request.
	codeSplitGroupings: [],
	component: () => null,
});
