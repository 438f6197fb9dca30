import { eastAfricaText } from '#shared/east-africa-time.ts';
import { grouped } from '#shared/grouped.ts';

/** Shillings in a column that says that they are: `1,500.00`, `−23.50`. */
export const plain = (amount: number) => {
	const cents = Math.round(Math.abs(amount) * 100);
	const text = `${grouped(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;
	return amount < 0 ? `−${text}` : text;
};

/** An instant as papers have it: `2026-10-05 09:15`. */
export const stamp = (instant: string) =>
	eastAfricaText(Date.parse(instant)).slice(0, 16).replace('T', ' ');

/** How many adjustments: `1 adjustment`, `1,200 adjustments`. */
export const adjustmentsWords = (count: number) =>
	count === 1 ? '1 adjustment' : `${grouped(count)} adjustments`;
