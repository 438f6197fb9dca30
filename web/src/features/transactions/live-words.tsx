import type { Transaction } from '#shared/contract/transactions.ts';
import classes from './live.module.css';
import { useLiveState } from './live-state.ts';
import { isAwaited } from './queries.ts';

/** Beside a payment's status, in words, what its payer does: it rings, they cancel, they pay. */
export const LiveWords = ({ transaction }: { transaction: Transaction }) => {
	const state = useLiveState(transaction.id);
	const isCurrent = state?.status === transaction.status;
	if (!isCurrent && !isAwaited(transaction)) return null;
	return (
		<span className={classes.told} role="status" data-status={transaction.status}>
			{isCurrent ? state.words : 'Asked just now'}
		</span>
	);
};
