/** Returns the value below which a share of all values is: `quantile(times, 0.95)` is the p95. */
export const quantile = (values: readonly number[], share: number) =>
	values.toSorted((a, b) => a - b)[
		Math.min(values.length - 1, Math.floor(values.length * share))
	] ?? Number.NaN;

/** One line of the page. Its bound is the one of docs/decisions/0000, where that has one. */
export interface Figure {
	name: string;
	value: number;
	unit: string;
	atMost?: number;
	atLeast?: number;
}

const text = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0));

const boundOf = ({ atMost, atLeast, unit }: Figure) =>
	atMost !== undefined
		? `≤ ${atMost} ${unit}`
		: atLeast !== undefined
			? `≥ ${atLeast} ${unit}`
			: '';

/** Returns whether a figure is outside its bound. */
export const isOutside = ({ value, atMost, atLeast }: Figure) =>
	value > (atMost ?? Number.POSITIVE_INFINITY) || value < (atLeast ?? Number.NEGATIVE_INFINITY);

/** Formats figures as a table for a terminal. */
export const table = (figures: readonly Figure[]) => {
	const rows = [
		['', 'measured', 'bound', ''],
		...figures.map((figure) => [
			...[figure.name, `${text(figure.value)} ${figure.unit}`, boundOf(figure)],
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
