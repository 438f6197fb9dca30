import type { ReconciliationLine } from '#shared/contract/reconciliation.ts';
import { inEastAfrica } from '../../ui/dates.ts';
import { ksh } from '../../ui/money.ts';

/** Shillings, with cents where there are any: `KSh 1,500`, `−KSh 23.50`. */
export const money = (amount: number) => {
	const size = Math.abs(amount);
	const cents = Math.round((size % 1) * 100);
	const text = ksh(Math.floor(size)) + (cents === 0 ? '' : `.${String(cents).padStart(2, '0')}`);
	return amount < 0 ? `−${text}` : text;
};

/** An instant on a statement: `05 Oct 09:15`. */
export const moment = (instant: string) => inEastAfrica(instant, 'dd MMM HH:mm');

/** From one instant to another. */
export const span = ([from = '', to = '']: readonly string[]) => `${moment(from)} to ${moment(to)}`;

/** What a line is about in shillings: what came in, went out, or our books have. */
export const amountOf = ({ paid_in, withdrawn, transaction }: ReconciliationLine) =>
	paid_in || (withdrawn ? -withdrawn : (transaction?.amount ?? 0));
