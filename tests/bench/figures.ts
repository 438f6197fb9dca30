const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);

/** The value below which a share of all values lies: `quantile(times, 0.95)` is the p95. */
export const quantile = (values: readonly number[], share: number) =>
	sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** One line of the report. What has no target is told for its own sake. */
export interface Figure {
	name: string;
	/** As a person reads it: '0.47 (0.45 to 0.50)'. */
	measured: string;
	/** For programs. */
	value: number;
	unit: string;
	target?: { value: number; better: 'more' | 'less' };
}

/** Whether a figure reaches its target; undefined where it has none. */
export const reached = ({ value, target }: Figure) =>
	target && (target.better === 'more' ? value >= target.value : value <= target.value);

const verdict = (figure: Figure) => {
	const ok = reached(figure);
	return ok === undefined ? '' : ok ? 'ok' : 'NOT';
};

const goal = ({ target, unit }: Figure) =>
	target ? `${target.better === 'more' ? '≥' : '≤'} ${target.value} ${unit}`.trim() : '';

/** The figures as a table for a terminal. */
export const table = (figures: readonly Figure[]) => {
	const rows = [
		['', 'measured', 'target', ''],
		...figures.map((figure) => [figure.name, figure.measured, goal(figure), verdict(figure)]),
	];
	const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => (row[at] as string).length)));
	return rows
		.map((row) =>
			row
				.map((cell, at) => cell.padEnd(widths[at] ?? 0))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
};
