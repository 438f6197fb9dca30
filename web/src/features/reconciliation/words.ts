import type { ReconciliationLine } from '#shared/contract/reconciliation.ts';
import { money } from '../../ui/money.ts';

/** What a line is about in shillings: what came in, went out, or our books have. */
export const amountOf = ({ paid_in, withdrawn, transaction }: ReconciliationLine) =>
	paid_in || (withdrawn ? -withdrawn : (transaction?.amount ?? 0));

/** Who paid, as far as it is known, and into which account. */
export const payerOf = ({ payer_name, phone, account_reference }: ReconciliationLine) =>
	[payer_name, phone, account_reference].filter(Boolean).join(' · ');

/** What a line is, in one line. */
export const lineWords = (line: ReconciliationLine) =>
	[money(amountOf(line)), line.receipt, payerOf(line)].filter(Boolean).join(' · ');
