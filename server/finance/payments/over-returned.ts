import { formatWhole } from '#shared/grouped.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Payment, selectPayments } from './store.ts';

/** Says how much was given back of a payment: `KSh 4,000 given back for KSh 2,000`. */
export const describeOverReturned = ({
	returned_shillings,
	amount,
}: Pick<Payment, 'returned_shillings' | 'amount'>) =>
	`KSh ${formatWhole(returned_shillings)} given back for KSh ${formatWhole(amount)}`;

/** Finds the words for payments of which more was given back than paid, by their ids. */
export const findOverReturned = async (db: Db) => {
	const rows = await selectPayments(db).where('over_returned', 'is not', null).execute();
	return new Map(rows.map((payment) => [payment.id, describeOverReturned(payment)]));
};
