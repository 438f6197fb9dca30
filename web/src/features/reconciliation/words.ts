import type { ReconciliationLine } from '#shared/contract/reconciliation.ts';
import { inEastAfrica } from '../../ui/dates.ts';

/** An instant on a statement: `05 Oct 09:15`. */
export const shortMoment = (instant: string) => inEastAfrica(instant, 'dd MMM HH:mm');

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
