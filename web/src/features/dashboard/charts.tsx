import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { statusWords } from '#shared/contract/transactions-query.ts';
import { grouped } from '#shared/grouped.ts';
import { ksh } from '../../ui/money.ts';
import type { Figures } from './figures-table.tsx';
import classes from './trends.module.css';

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

const states = [
	{ name: 'completed', label: statusWords.completed, color: 'var(--ufundi-good)' },
	{ name: 'pending', label: statusWords.pending, color: 'var(--ufundi-waiting)' },
	{ name: 'failed', label: statusWords.failed, color: 'var(--ufundi-bad)' },
];
const revenue = [{ name: 'amount', label: 'Revenue', color: 'var(--ufundi-good)' }];

interface ChartsProps {
	/** 'in the last 30 days'. */
	when: string;
	rows: readonly Figures[];
}

/** Payments by what became of them, and the money received. The table below says the same in numbers. */
export const Charts = ({ when, rows }: ChartsProps) => {
	const shared = {
		h: 200,
		data: [...rows],
		dataKey: 'name',
		// The table is what the keyboard and screen readers use.
		accessibilityLayer: false,
		maxBarWidth: 36,
		xAxisProps: { minTickGap: 24 },
	};
	return (
		<>
			<figure className={classes.chart}>
				<figcaption>
					Payments
					{states.map(({ name, label }) => (
						<span key={name} className={classes.key} data-status={name}>
							{label}
						</span>
					))}
				</figcaption>
				<div role="img" aria-label={`Payments ${when}; the table below has the numbers`}>
					<BarChart
						{...shared}
						type="stacked"
						series={states}
						valueFormatter={grouped}
						yAxisProps={{ width: 44, allowDecimals: false }}
					/>
				</div>
			</figure>
			<figure className={classes.chart}>
				<figcaption>Revenue</figcaption>
				<div role="img" aria-label={`Revenue ${when}; the table below has the numbers`}>
					<BarChart
						{...shared}
						series={revenue}
						valueFormatter={ksh}
						yAxisProps={{ width: 44, tickFormatter: (value: number) => short.format(value) }}
					/>
				</div>
			</figure>
		</>
	);
};
