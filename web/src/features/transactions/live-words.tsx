import type { Transaction } from '#shared/contract/transactions.ts';
import classes from './live.module.css';

import { isAwaited } from './queries.ts';
import { useTold } from './told.ts';

/** Beside a payment's status, in words, what its payer does: it rings, they cancel, they pay. */
export const LiveWords = ({ transaction }: { transaction: Transaction }) => {
	const told = useTold(transaction.id);
	const isTold = told?.status === transaction.status;
	if (!isTold && !isAwaited(transaction)) return null;
	return (
		<span className={classes.told} role="status" data-status={transaction.status}>
			{isTold ? told.words : 'Asked just now'}
		</span>
	);
};
