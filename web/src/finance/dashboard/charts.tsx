import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Box, ColorSwatch, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { statusWords } from '#shared/contract/finance/transactions-query.ts';
import { formatWhole } from '#shared/grouped.ts';
import { formatKsh } from '../../platform/ui/format/money.ts';

/** The figures of one day or month. */
export interface Figures {
	/** The formatted day or month: 'Nov 20, 2026'. */
	name: string;
	/** The first and the last day, as filters of the payments list. */
	days: { from: string; to: string };
	completed: number;
	pending: number;
	failed: number;
	/** The revenue in whole shillings. */
	amount: number;
}

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

const states = [
	{ name: 'completed', label: statusWords.completed, color: 'var(--ufundi-good)' },
	{ name: 'pending', label: statusWords.pending, color: 'var(--ufundi-waiting)' },
	{ name: 'failed', label: statusWords.failed, color: 'var(--ufundi-bad)' },
];
const amounts = { width: 52, tickCount: 5, tickMargin: 8 };
const revenue = [{ name: 'amount', label: 'Revenue', color: 'var(--ufundi-good)' }];

interface ChartsProps {
	/** 'in the last 30 days'. */
	when: string;
	rows: readonly Figures[];
}

/** Renders payments by status and revenue as bar charts; a table below them has the numbers. */
export const Charts = ({ when, rows }: ChartsProps) => {
	const shared = {
		h: 200,
		data: [...rows],
		dataKey: 'name',
		// Keyboards and screen readers use the table.
		accessibilityLayer: false,
		maxBarWidth: 36,
		xAxisProps: { minTickGap: 24, tickMargin: 8, interval: 'equidistantPreserveStart' as const },
		barChartProps: { margin: { top: 8, right: 8 } },
	};
	const figure = (title: string, chart: ReactNode, legend?: ReactNode) => (
		<Box component="figure" miw={0}>
			<Group component="figcaption" gap="4px 10px" mih={24} fz={13} fw={500}>
				{title}
				{legend}
			</Group>
			<div role="img" aria-label={`${title} ${when}; the table below has the numbers`}>
				{chart}
			</div>
		</Box>
	);
	return (
		<>
			{figure(
				'Payments',
				<BarChart
					{...shared}
					type="stacked"
					series={states}
					valueFormatter={formatWhole}
					yAxisProps={{ ...amounts, allowDecimals: false }}
				/>,
				states.map(({ name, label, color }) => (
					<Group key={name} component="span" gap={6}>
						<ColorSwatch component="span" color={color} size={10} radius={3} withShadow={false} />
						<Text span inherit fw={400} c="dimmed">
							{label}
						</Text>
					</Group>
				)),
			)}
			{figure(
				'Revenue',
				<BarChart
					{...shared}
					series={revenue}
					valueFormatter={formatKsh}
					yAxisProps={{ ...amounts, tickFormatter: (value: number) => short.format(value) }}
				/>,
			)}
		</>
	);
};
