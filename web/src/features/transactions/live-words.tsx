import type { Transaction } from '#shared/contract/transactions.ts';
import classes from './live.module.css';
import { useLiveState } from './live-state.ts';
import { isAwaited } from './queries.ts';

/** Beside a payment's status, in words, what its payer does: it rings, they cancel, they pay. */
export const LiveWords = ({ transaction }: { transaction: Transaction }) => {
	const state = useLiveState(transaction.id);
	// What is decided is told before the row has been read anew.
	const isNews = state && (transaction.status === 'pending' || state.status === transaction.status);
	if (!isNews && !isAwaited(transaction)) return null;
	return (
		<span
			className={classes.told}
			role="status"
			data-status={isNews ? state.status : transaction.status}
		>
			{isNews ? state.words : 'Asked just now'}
		</span>
	);
};
