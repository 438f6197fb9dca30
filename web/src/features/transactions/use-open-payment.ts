import { useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

declare module '@tanstack/react-router' {
	interface HistoryState {
		/** Whether the previous history entry is the list, so that closing goes back. */
		listBefore?: boolean;
	}
}

const LIST = '/admin/transactions';

/**
 * Returns the payment of the address, and functions that open and close one. The list keeps its search and page; Back
 * closes a payment that was opened from the list, also after stepping through rows.
 */
export const useOpenPayment = () => {
	const { transactionId: id } = useParams({ strict: false });
	const navigate = useNavigate();
	const router = useRouter();
	const show = useCallback(
		(next: string, search: true | object = true) => {
			const { state, pathname } = router.state.location;
			const open = pathname !== LIST;
			void navigate({
				to: '/admin/transactions/$transactionId',
				params: { transactionId: next },
				search: search as true,
				replace: open,
				resetScroll: false,
				state: {
					// On another page of the list, Back would lead to the first one.
					listBefore: !open || (search === true && (state.listBefore ?? false)),
				},
			});
		},
		[navigate, router],
	);
	const close = () => {
		if (router.state.location.state.listBefore) router.history.back();
		else void navigate({ to: LIST, search: true, replace: true, resetScroll: false });
	};

	return { id, show, close };
};
