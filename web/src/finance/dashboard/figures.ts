import { formatCount, formatWhole } from '#shared/grouped.ts';

/** Formats a share with one decimal: '91.5%'; '0.0%' of nothing. */
export const formatPercent = (part: number, whole: number) =>
	`${(whole === 0 ? 0 : (part / whole) * 100).toFixed(1)}%`;

/** Returns the average amount in whole shillings; 0 without payments. */
export const calculateAverage = (amount: number, total: number) =>
	total === 0 ? 0 : Math.round(amount / total);

const TIMES_FROM = 10;

/** The change of figures that differ by less than a tenth of a percent. */
export const UNCHANGED = '0.0%';

/** Formats the change from last month: '+8.3%', '-4.0%'; '×6,582' from ten times as much; 'new' after nothing. */
export const formatChange = (now: number, previous: number) => {
	if (previous === 0) return 'new';
	if (now >= previous * TIMES_FROM) return `×${formatWhole(Math.round(now / previous))}`;
	const moved = (((now - previous) / previous) * 100).toFixed(1);
	if (Number(moved) === 0) return UNCHANGED;
	return `${now > previous ? '+' : ''}${moved}%`;
};

/** Formats a duration in its largest whole unit: '3 minutes'; 'moments' under a minute. */
export const formatDuration = (ms: number) => {
	const units = [
		['day', 86_400_000],
		['hour', 3_600_000],
		['minute', 60_000],
	] as const;
	for (const [unit, length] of units) {
		const n = Math.floor(ms / length);
		if (n > 0) return formatCount(n, unit);
	}
	return 'moments';
};
