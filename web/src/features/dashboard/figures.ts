import { grouped, numberOf } from '#shared/grouped.ts';

/** A part of a whole with one decimal: '91.5%'; of nothing, '0.0%'. */
export const percent = (part: number, whole: number) =>
	`${(whole === 0 ? 0 : (part / whole) * 100).toFixed(1)}%`;

/** Money by number of payments, in whole shillings; 0 without payments. */
export const average = (amount: number, total: number) =>
	total === 0 ? 0 : Math.round(amount / total);

const TIMES_FROM = 10;

/** A change that is none, to a tenth of a percent. */
export const UNCHANGED = '0.0%';

/**
 * How a month stands to the one before it: '+8.3%', '-4.0%'; from ten times as much on, '×6,582'; 'new'
 * where that one had nothing.
 */
export const change = (now: number, before: number) => {
	if (before === 0) return 'new';
	if (now >= before * TIMES_FROM) return `×${grouped(Math.round(now / before))}`;
	const moved = (((now - before) / before) * 100).toFixed(1);
	if (Number(moved) === 0) return UNCHANGED;
	return `${now > before ? '+' : ''}${moved}%`;
};

/** How long something takes, in its largest whole unit: '3 minutes'; under a minute it is 'moments'. */
export const duration = (ms: number) => {
	const units = [
		['day', 86_400_000],
		['hour', 3_600_000],
		['minute', 60_000],
	] as const;
	for (const [unit, length] of units) {
		const n = Math.floor(ms / length);
		if (n > 0) return numberOf(n, unit);
	}
	return 'moments';
};
