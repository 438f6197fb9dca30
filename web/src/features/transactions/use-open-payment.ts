import { useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

declare module '@tanstack/react-router' {
	interface HistoryState {
		/** The list, or the delivery, that this was opened from is the step before: to close it is to go back. */
		listBefore?: boolean;
		/** Everything was asked for: what is folded stands open. */
		unfolded?: boolean;
	}
}

const LIST = '/admin/transactions';

/**
 * The payment that the address names beside the list, and the ways to open and to leave one. The list keeps its
 * search and page; Back closes what was opened from it, however many rows were walked.
 */
export const useOpenPayment = () => {
	const { transactionId: id } = useParams({ strict: false });
	const unfolded = useLocation({ select: ({ state }) => state.unfolded ?? false });
	const navigate = useNavigate();
	const router = useRouter();
	const show = useCallback(
		(next: string, { all = false, search = true as true | object } = {}) => {
			const { state, pathname } = router.state.location;
			const open = pathname !== LIST;
			void navigate({
				to: '/admin/transactions/$transactionId',
				params: { transactionId: next },
				search: search as true,
				replace: open,
				resetScroll: false,
				state: {
					// Another page than the one that it was opened from: back would lead to that one.
					listBefore: !open || (search === true && (state.listBefore ?? false)),
					unfolded: all || (open && (state.unfolded ?? false)),
				},
			});
		},
		[navigate, router],
	);
	const close = () => {
		if (router.state.location.state.listBefore) router.history.back();
		else void navigate({ to: LIST, search: true, replace: true, resetScroll: false });
	};

	return { id, unfolded, show, close };
};
