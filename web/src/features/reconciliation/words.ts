import type {
	ReconciliationLine,
	ReconciliationSuggestion,
} from '#shared/contract/reconciliation.ts';
import { inEastAfrica } from '../../ui/dates.ts';
import { money } from '../../ui/money.ts';
import type { Act, Option } from './acts.ts';

export { money };

/** An instant on a statement: `05 Oct 09:15`. */
export const moment = (instant: string) => inEastAfrica(instant, 'dd MMM HH:mm');

/** What a line is about in shillings: what came in, went out, or our books have. */
export const amountOf = ({ paid_in, withdrawn, transaction }: ReconciliationLine) =>
	paid_in || (withdrawn ? -withdrawn : (transaction?.amount ?? 0));

/** Who paid, as far as it is known, and into which account. */
export const payerOf = ({ payer_name, phone, account_reference }: ReconciliationLine) =>
	[payer_name, phone, account_reference].filter(Boolean).join(' · ');

/** A line's time by M-Pesa's clock, and by ours: with its day where that is another. */
export const clocksOf = ({ at, transaction }: ReconciliationLine) => {
	const mpesa = inEastAfrica(at, 'dd MMM HH:mm:ss');
	const booked = transaction?.booked_at;
	if (!booked) return { mpesa, ours: null };
	const ours = inEastAfrica(booked, 'dd MMM HH:mm:ss');
	return { mpesa, ours: ours.slice(0, 6) === mpesa.slice(0, 6) ? ours.slice(7) : ours };
};

/** What is said once each is done. */
export const DONE: Record<Act, string> = {
	suggested: 'Attached',
	attach: 'Attached',
	book: 'Booked',
	not_ours: 'Settled as not ours',
	duplicate: 'Settled as a duplicate',
	to_return: 'To be returned',
	other: 'Settled',
};

/** A suggestion as it stands among others to choose from. */
export const suggestedOption = (of: ReconciliationSuggestion): Option => ({
	...{ lineId: of.line_id, transactionId: of.transaction_id, final: of.final, unfit: false },
	label: `${money(of.amount)} · ${of.receipt ?? 'No receipt'}`,
	description: `${[of.payer, moment(of.at)].filter(Boolean).join(' · ')}. ${of.reason}`,
});
