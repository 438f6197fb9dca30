import { formatWhole } from '#shared/grouped.ts';

/** Formats whole shillings with the specification's label: `KES 12,500`. */
export const formatKes = (amount: number) => `KES ${formatWhole(amount)}`;

/** Formats whole shillings as the screens of payments show them: `KSh 1,245,000`. */
export const formatKsh = (amount: number) => `KSh ${formatWhole(amount)}`;

/** Formats shillings, with cents if there are any: `KSh 1,500`, `−KSh 23.50`. */
export const formatMoney = (amount: number) => {
	const all = Math.round(Math.abs(amount) * 100);
	const cents = all % 100;
	const text =
		formatKsh(Math.floor(all / 100)) + (cents === 0 ? '' : `.${String(cents).padStart(2, '0')}`);
	return amount < 0 ? `−${text}` : text;
};

/** Explains that lists and books date payments differently, and whether their totals for a period differ. */
export const describeDating = (period: string, listed: number, booked: number) =>
	`Lists date payments by the day of the request, our records by M-Pesa’s time. ${period} has ${
		listed === booked
			? 'the same total in both.'
			: `${formatMoney(listed)} in lists and ${formatMoney(booked)} in our records.`
	}`;
