import type { ReconciliationLine } from '#shared/contract/reconciliation.ts';
import { money } from '../../ui/money.ts';

/** Returns the amount of a line in shillings: paid in, withdrawn (negative), or the amount in our books. */
export const amountOf = ({ paid_in, withdrawn, transaction }: ReconciliationLine) =>
	paid_in || (withdrawn ? -withdrawn : (transaction?.amount ?? 0));

/** Returns the known name, phone and account of the payer: 'Jane · 0712… · A1'. */
export const payerOf = ({ payer_name, phone, account_reference }: ReconciliationLine) =>
	[payer_name, phone, account_reference].filter(Boolean).join(' · ');

/** Returns the amount, receipt and payer of a line in one line of text. */
export const lineWords = (line: ReconciliationLine) =>
	[money(amountOf(line)), line.receipt, payerOf(line)].filter(Boolean).join(' · ');
