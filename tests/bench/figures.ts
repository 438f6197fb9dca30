/** Returns the value below which a share of all values is: `quantile(times, 0.95)` is the p95. */
export const quantile = (values: readonly number[], share: number) =>
	values.toSorted((a, b) => a - b)[
		Math.min(values.length - 1, Math.floor(values.length * share))
	] ?? Number.NaN;

/** One line of the page, with its bound in docs/decisions/0000, if any. */
export interface Figure {
	name: string;
	value: number;
	unit: string;
	atMost?: number;
	atLeast?: number;
}

const formatValue = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0));

const formatBound = ({ atMost, atLeast, unit }: Figure) =>
	atMost !== undefined
		? `≤ ${atMost} ${unit}`
		: atLeast !== undefined
			? `≥ ${atLeast} ${unit}`
			: '';

/** Returns whether a figure is outside its bound. */
export const isOutside = ({ value, atMost, atLeast }: Figure) =>
	value > (atMost ?? Number.POSITIVE_INFINITY) || value < (atLeast ?? Number.NEGATIVE_INFINITY);

/** Formats figures as a table for a terminal. */
export const formatTable = (figures: readonly Figure[]) => {
	const rows = [
		['', 'measured', 'bound', ''],
		...figures.map((figure) => [
			...[figure.name, `${formatValue(figure.value)} ${figure.unit}`, formatBound(figure)],
			isOutside(figure) ? 'OUTSIDE' : '',
		]),
	];
	const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
	return rows
		.map((row) =>
			row
				.map((cell, at) => cell.padEnd(widths[at] ?? 0))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
};
