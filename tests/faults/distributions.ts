/** The middle one of some figures. */
export const median = (figures: readonly number[]) =>
	figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;

/**
 * How far two samples are apart by Kolmogorov and Smirnov: the widest gap between their distributions,
 * and the gap that two samples of one and the same thing exceed once in a hundred times.
 */
export const kolmogorovSmirnov = (a: readonly number[], b: readonly number[]) => {
	const [one, other] = [a, b].map((sample) => sample.toSorted((x, y) => x - y));
	if (!one || !other) throw new Error('Two samples are needed.');
	let [at, beside, gap] = [0, 0, 0];
	while (at < one.length && beside < other.length) {
		const next = Math.min(one[at] ?? 0, other[beside] ?? 0);
		while ((one[at] ?? Number.POSITIVE_INFINITY) <= next) at++;
		while ((other[beside] ?? Number.POSITIVE_INFINITY) <= next) beside++;
		gap = Math.max(gap, Math.abs(at / one.length - beside / other.length));
	}
	const allowed = 1.6276 * Math.sqrt((a.length + b.length) / (a.length * b.length));
	return { gap, allowed };
};
